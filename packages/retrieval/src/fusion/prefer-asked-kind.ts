import {
  holdsFigure,
  holdsTime,
  mayName,
  readAskedKind,
  readAskedVoice,
  withoutNow,
} from '@memora/language/asked';
import type { Candidate } from './diversify.ts';
import type { Voice } from './order-conversations.ts';

/** Of what a person says, the share that hangs on whether it can be what is asked for at all. */
const KIND = 0.15;

/**
 * Of what conversations say, puts first what can be what is asked for: a figure for `how many`, a time for `when`, somebody's name for
 * `who`. People tell much of one thing in the same words, and little of it answers. What an assistant is asked to repeat may be of any kind, and notes stay as they are.
 */
export function preferAskedKind(
  candidates: readonly Candidate[],
  question: string,
  textByKey: ReadonlyMap<number, string>,
  voiceOf: (key: number) => Pick<Voice, 'saidAt'> | undefined,
): readonly Candidate[] {
  const holds = readAskedVoice(question) === 'assistant' ? undefined : HOLDS[readAskedKind(question)];
  if (holds === undefined) return candidates;
  const asked = question.match(WORD) ?? [];
  const without = (text: string): string =>
    text.replace(WORD, (word) => (asked.some((each) => isForm(each, word)) ? '' : word));
  return candidates.map((each) => {
    if ((voiceOf(each.key)?.saidAt ?? null) === null) return each;
    const text = textByKey.get(each.key);
    const isFit = text !== undefined && holds(without(text));
    return isFit ? each : { ...each, score: each.score * (1 - KIND) };
  });
}

/** True for a word of the question and its forms: who is asked for the day of the week is told none by `in 12 weeks`. */
function isForm(asked: string, word: string): boolean {
  if (asked === word) return true;
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked];
  return short.length >= LONG && long.length - short.length <= ENDING && long.startsWith(short);
}

/** A word of this many letters, with an ending of at most this many, is taken for a form of the word without it. */
const [LONG, ENDING] = [4, 2];

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const HOLDS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  'how-many': holdsFigure,
  'how-much': holdsFigure,
  when: (text) => holdsTime(withoutNow(text)),
  who: mayName,
};
