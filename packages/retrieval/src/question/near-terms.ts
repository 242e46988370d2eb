import { editDistance } from '@memora/language/text';
import type { TermVariant, Vocabulary } from './question.ts';

const MOST_NEAR_TERMS = 5;
const SCANNED = 4000;
const WORD = /^\p{L}+$/u;

/**
 * Known terms one slip away from the terms given (two from long ones), for words that the index does not hold at all.
 * Numbers and identifiers are never guessed: another number is another fact. A slip in the first two letters is found
 * where it doubles or swaps them, or drops the second.
 */
export function nearTerms(terms: readonly string[], vocabulary: Vocabulary): readonly TermVariant[] {
  const found = new Map<string, number>();
  for (const term of terms) {
    if (term.length < 4 || !WORD.test(term)) continue;
    const most = term.length >= 8 ? 2 : 1;
    for (const prefix of prefixesOf(term)) {
      for (const candidate of vocabulary.termsWithPrefix(prefix, SCANNED)) {
        if (Math.abs(candidate.length - term.length) > most || !WORD.test(candidate)) continue;
        const distance = editDistance(term, candidate, most);
        if (distance <= most) found.set(candidate, Math.min(distance, found.get(candidate) ?? most));
      }
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, MOST_NEAR_TERMS)
    .map(([term, distance]) => ({ term, weight: distance === 1 ? 0.4 : 0.25, typo: true }));
}

function prefixesOf(term: string): readonly string[] {
  const [a = '', b = '', c = ''] = term;
  return [...new Set([a + b, b + a, b + c, a + c])];
}
