import { editDistance } from '@memora/language/text';
import { WEIGHTS } from '../weights.ts';
import type { TermVariant, Vocabulary } from './question.ts';

const MOST_NEAR_TERMS = 5;
const SCANNED = 4000;
const LONG = 7;
const SHORT = 5;
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
        if (distance > most) continue;
        const weight = weightOf(term, candidate, distance);
        found.set(candidate, Math.max(weight, found.get(candidate) ?? 0));
      }
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST_NEAR_TERMS)
    .map(([term, weight]) => ({ term, weight, typo: true }));
}

/**
 * Of two short words a letter apart each is a word of its own (`cost`, `post`); of two long ones, one is a slip of the other. Two letters that swapped their places are hardly ever anything else, and
 * one too few or too many of six or more is more often a slip than another letter is; one more at the end makes another word (`systemd`).
 */
function weightOf(term: string, candidate: string, distance: number): number {
  const { likelySlip, slip, unlikelySlip } = WEIGHTS.question;
  if (distance > 1) return unlikelySlip;
  const length = Math.min(term.length, candidate.length);
  if (isSwapped(term, candidate)) return likelySlip;
  const isOther = term.length === candidate.length || term.startsWith(candidate);
  const long = isOther ? LONG : LONG - 1;
  return length >= long ? likelySlip : length < SHORT ? unlikelySlip : slip;
}

function isSwapped(term: string, candidate: string): boolean {
  return term.length === candidate.length && term !== candidate && sorted(term) === sorted(candidate);
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function prefixesOf(term: string): readonly string[] {
  const [a = '', b = '', c = ''] = term;
  return [...new Set([a + b, b + a, b + c, a + c])];
}
