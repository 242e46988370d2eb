import { editDistance } from '@memora/language/text';
import { WEIGHTS } from '../weights.ts';
import type { TermVariant, Vocabulary } from './question.ts';

const MOST_NEAR_TERMS = 5;
const SCANNED = 4000;
const LONG = 7;
const SHORT = 5;
const WORD = /^\p{L}+$/u;

/**
 * Finds known terms at edit distance one (two for long terms), for words that are not in the index. Numbers and identifiers are never guessed,
 * because another number is another fact. An edit in the first two letters is found only if it doubles or swaps them, or drops the second.
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
 * Weighs a misspelling. Two short words that differ in one letter are different words (`cost`, `post`); two
 * long ones are probably the same. Two swapped letters are nearly always a typing error. In words of six or
 * more letters, a missing or extra letter is an error more often than a changed one; an extra letter at the
 * end makes another word (`systemd`).
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
