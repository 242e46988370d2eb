import { holdsForm, readAskedVoice } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { Candidate } from './diversify.ts';
import type { Voice } from './order-conversations.ts';

/** Of what a person says, the share that hangs on how much of it is words of the question, small ones counted, and no form but its own. */
const SAME = 0.5;
/** What is won by a turn that tells by its form what a word of the question names, which counted as not held until its text was read. */
const TOLD = 1.5;
/** As many words are added to what is said: two words are not all of a question's. */
const FEW = 8;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Of what conversations say to a question about the user, puts first what is said in its words and says little else: many turns hold one rare word of a question, and a
 * short one (`My rent is 900 now`) speaks of what is asked where a long one only names it. What a turn tells by its form (`works as a vet` is a job) it says.
 */
export function preferSameWords(
  candidates: readonly Candidate[],
  question: string,
  textByKey: ReadonlyMap<number, string>,
  voiceOf: (key: number) => Pick<Voice, 'saidAt'> | undefined,
): readonly Candidate[] {
  if (readAskedVoice(question) !== 'user') return candidates;
  const asked = wordsOf(question);
  const foundByKey = new Map(
    candidates.flatMap(({ key }) => {
      const text = textByKey.get(key);
      if (text === undefined || (voiceOf(key)?.saidAt ?? null) === null) return [];
      const said = wordsOf(text);
      const told = [...asked].filter((word) => !said.has(word) && holdsForm(foldWord(word), text));
      const held = [...asked].filter((word) => said.has(word));
      const shared = (held.length + told.length) / (FEW + said.size);
      return [[key, { shared, isTold: told.length > 0 }] as const];
    }),
  );
  const most = Math.max(0, ...[...foundByKey.values()].map(({ shared }) => shared));
  if (most === 0) return candidates;
  return candidates.map((each) => {
    if ((voiceOf(each.key)?.saidAt ?? null) === null) return each;
    const { shared = 0, isTold = false } = foundByKey.get(each.key) ?? {};
    return { ...each, score: each.score * (1 - SAME + (SAME * shared) / most) * (isTold ? TOLD : 1) };
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORD));
}
