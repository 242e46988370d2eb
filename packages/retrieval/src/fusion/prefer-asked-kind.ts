import { holdsFigure, holdsTime, mayName, readAskedKind, readAskedVoice } from '@memora/language/asked';
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
  const asked = new Set(question.match(WORD));
  return candidates.map((each) => {
    if ((voiceOf(each.key)?.saidAt ?? null) === null) return each;
    const text = textByKey.get(each.key);
    const isFit = text !== undefined && holds(text.replace(WORD, (word) => (asked.has(word) ? '' : word)));
    return isFit ? each : { ...each, score: each.score * (1 - KIND) };
  });
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const HOLDS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  'how-many': holdsFigure,
  'how-much': holdsFigure,
  when: holdsTime,
  who: mayName,
};
