import { repairAsked } from '@memora/language/asked';
import { toPresent } from '@memora/language/asked-time';
import type { Answer, AskOptions } from '../answer/answer.ts';
import { answerQuestion } from '../answer/answer-question.ts';
import { readEvidence } from '../answer/evidence/find-evidence.ts';
import type { QueryResult } from '../memory.ts';
import { chooseTimeline, type Timeline } from './choose-timeline.ts';
import { findAtAnyTime, findThroughTime, type TimePorts } from './find-through-time.ts';
import { readQuestion, type TimedQuestion } from './read-question.ts';
import { tellReplaced } from './tell-replaced.ts';
import { withReading, writeTimeline } from './write-timeline.ts';

/**
 * Answers a question about time: what held then, or what was one after the other. A question about nothing of the kind is answered as any
 * other. Where nothing is found that held then, the time is left out and the answer says so: a wrong reading hides nothing.
 */
export async function answerInTime(text: string, asked: AskOptions, ports: TimePorts): Promise<Answer> {
  const question = repairAsked(text);
  // Whoever names the time has it so.
  if (asked.asOf !== undefined) return answerQuestion(question, asked, ports);
  const found = await readQuestion(question, ports.now(), async (event) => {
    const { hits } = await ports.retrieve(event, { ...asked, k: 5 });
    return readEvidence(hits, ports);
  });
  if (found === null) {
    const answer = await answerQuestion(question, asked, ports);
    return (await tellReplaced(question, answer, asked, ports)) ?? answer;
  }
  const point = pointOf(found);
  const timed = point === null ? asked : { ...asked, asOf: point };
  const isModel = ports.model !== null && asked.useModel !== false;
  const told = isModel ? null : await tell(found, timed, ports);
  if (told !== null) return told;
  // A date in figures is left out of what an answer has to hold; `last spring` would count as words of it.
  const worded =
    found.time === null || /\d{4}/u.test(found.words) || found.subject === ''
      ? withDayInFigures(question, found)
      : found.subject;
  const inOrder = { ...ports, isHistory: found.isSequence === true };
  const answer = await answerQuestion(worded, timed, inOrder);
  if (!answer.abstained) return withReading(answer, found, found.time !== null);
  // What asks for a history stands in no note; and where nothing held at the time, the time may have been read wrongly.
  const again = found.aim === 'history' && found.subject !== '' ? found.subject : worded;
  if (point === null && again === worded) return withReading(answer, found, found.time !== null);
  return withReading(
    await answerQuestion(again, asked, inOrder),
    found,
    point === null && found.time !== null,
  );
}

/** The question with its day as `2023-09-12`: the number of a day by itself is no word that an answer has to hold. */
function withDayInFigures(question: string, { time, words }: TimedQuestion): string {
  if (time === null || words === '' || !/^\d{4}-\d{2}-\d{2}$/u.test(time.asOf ?? '')) return question;
  return question.replace(words, () =>
    `${/^\P{L}*\p{L}+(?=\s)/u.exec(words)?.[0] ?? ''} ${time.asOf}`.trim(),
  );
}

/** The last instant of the time; null where it goes on until now. */
function pointOf({ time, aim }: TimedQuestion): string | null {
  if (time === null || time.until === null || aim === 'history') return null;
  return new Date(Date.parse(`${time.until}T00:00:00Z`) - 1).toISOString();
}

/** The answer that one thing's values make; null where none do. */
async function tell(question: TimedQuestion, timed: AskOptions, ports: TimePorts): Promise<Answer | null> {
  const subjects = [question.subject, toPresent(question.subject)].filter((each) => each !== null);
  let best: { readonly timeline: Timeline; readonly found: QueryResult } | null = null;
  for (const subject of subjects) {
    const always = await findAtAnyTime(subject, timed, ports);
    // Most questions that name a time ask for nothing that has values in time: nothing more is looked for then.
    if (chooseTimeline(always.evidence, { ...question, subject }) === null) continue;
    const { found, evidence } = await findThroughTime(subject, timed, always, ports);
    const timeline = chooseTimeline(evidence, { ...question, subject });
    if (timeline !== null && (best === null || timeline.score > best.timeline.score))
      best = { timeline, found };
  }
  if (best === null) return null;
  const { timeline, found } = best;
  return writeTimeline(timeline, found, question, timed, ports);
}
