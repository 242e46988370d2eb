import { detectLanguage } from '@memora/language/detect';
import { stopWords } from '@memora/language/stems';
import { chunksOf, foldWord, runsOf } from '@memora/language/text';
import type { Answer, AskOptions } from '../answer/answer.ts';
import { type AnswerPorts, answerQuestion } from '../answer/answer-question.ts';
import { readQuestionTime, type TimedQuestion } from './read-question-time.ts';
import type { TimeReading } from './time-reading.ts';

/**
 * Answers a question about a time with claims that held then. If none is found, the time is left out and the answer says so, so that a wrong reading hides
 * nothing. A time that the caller passes is never left out.
 */
export async function answerInTime(text: string, asked: AskOptions, ports: AnswerPorts): Promise<Answer> {
  if (asked.asOf !== undefined) return answerQuestion(text, asked, ports);
  const found = await readQuestionTime(text, ports.now(), async (event) => {
    const { hits } = await ports.findClaims(event, { ...asked, k: 5 });
    return hits;
  });
  const point = found === null ? null : lastInstant(found);
  if (found === null) return answerQuestion(text, asked, ports);
  if (point === null) {
    // The event that dates the question is in another note than its answer.
    const worded = found.event === null ? text : found.subject;
    return withReading(await answerQuestion(worded, asked, ports), found, true);
  }
  // A model sees the claims that held then together with those of any time, and chooses.
  if (ports.model !== null && asked.useModel !== false)
    return withReading(await answerQuestion(text, { ...asked, askedTime: point }, ports), found, true);
  // Few notes about that time contain the words for it.
  const { subject, time } = found;
  const dated = isDate(time.asOf) ? [`${subject} ${time.asOf}`] : [];
  const isOfTime = found.event === null && isOneWord(text, subject);
  const [worded = text] = isOfTime ? dated : [];
  const tries =
    isOfTime && dated.length > 0 ? [worded] : found.event === null ? [text, ...dated, subject] : [subject];
  for (const each of tries) {
    const answer = each.trim() === '' ? null : await answerQuestion(each, { ...asked, asOf: point }, ports);
    if (answer?.abstained === false) return withReading(answer, found, true);
  }
  return withReading(await answerQuestion(worded, asked, ports), found, false);
}

/**
 * True for a small word and another word, such as `What happened`: without its day or month, the question
 * could be about anything. Retrieval applies the same rule to a day or month that is written as a date.
 */
function isOneWord(text: string, subject: string): boolean {
  const small = stopWords(detectLanguage(text).language);
  const words = chunksOf(subject).flatMap((chunk) => [...runsOf(chunk)]);
  const isSmall = words.map((run) => small.has(foldWord(run.text.toLowerCase())));
  return isSmall.every((value, i) => value === (i !== 1));
}

/** True for a day or a month: notes write it as a date, and a question may call it `yesterday`. */
function isDate(asOf: string): boolean {
  return asOf.length > '2026'.length && !asOf.includes('/');
}

/** The last instant of the time; null if it continues until now. */
function lastInstant({ time }: TimedQuestion): string | null {
  return time.until === null ? null : new Date(Date.parse(`${time.until}T00:00:00Z`) - 1).toISOString();
}

function withReading(answer: Answer, { time, words, event }: TimedQuestion, applied: boolean): Answer {
  const reading: TimeReading = {
    words,
    asOf: time.asOf,
    from: time.from,
    until: time.until,
    ...(event === null ? {} : { event: event.id }),
    applied,
  };
  return { ...answer, ...(applied ? { asOf: time.asOf } : {}), time: reading };
}
