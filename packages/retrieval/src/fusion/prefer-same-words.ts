import { readAskedVoice } from '@memora/language/asked';
import type { Candidate } from './diversify.ts';
import type { Voice } from './order-conversations.ts';

/** Of what a person says, the share that hangs on how much of it is words of the question, small ones counted, and no form but its own. */
const SAME = 0.5;
/** As many words are added to what is said: two words are not all of a question's. */
const FEW = 8;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Of what conversations say to a question about the user, puts first what is said in its words and says little else: many turns hold one rare word of a question, and a
 * short one (`My rent is 900 now`) speaks of what is asked where a long one only names it.
 */
export function preferSameWords(
  candidates: readonly Candidate[],
  question: string,
  textByKey: ReadonlyMap<number, string>,
  voiceOf: (key: number) => Pick<Voice, 'saidAt'> | undefined,
): readonly Candidate[] {
  if (readAskedVoice(question) !== 'user') return candidates;
  const asked = wordsOf(question);
  const sharedByKey = new Map(
    candidates.flatMap(({ key }) => {
      const text = textByKey.get(key);
      if (text === undefined || (voiceOf(key)?.saidAt ?? null) === null) return [];
      const said = wordsOf(text);
      return [[key, [...asked].filter((word) => said.has(word)).length / (FEW + said.size)] as const];
    }),
  );
  const most = Math.max(0, ...sharedByKey.values());
  if (most === 0) return candidates;
  return candidates.map((each) => {
    if ((voiceOf(each.key)?.saidAt ?? null) === null) return each;
    return { ...each, score: each.score * (1 - SAME + (SAME * (sharedByKey.get(each.key) ?? 0)) / most) };
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORD));
}
