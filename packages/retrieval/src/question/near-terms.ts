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

/** Insertions, deletions, substitutions and swaps of neighbours, up to `most`; `most + 1` where there are more. */
export function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = previous;
    previous = row;
  }
  return Math.min(previous[b.length] ?? most + 1, most + 1);
}
