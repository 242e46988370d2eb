import { decodeText } from '@memora/core';
import type { Hit } from '@memora/retrieval';
import type { Evidence } from './evidence/evidence.ts';

/** As far around a claim its note may name what the claim is about. */
const AROUND_BYTES = 600;

/**
 * How much of what is asked for a hit holds where a name counts only as itself: retrieval finds `Frances` for `France` by the stem, and
 * `Kestrel` for `Kestral` by the spelling, but who asks for the one is not answered by the other. Looked for in the claim, its title and
 * headings, and in the note around it.
 */
export function discountNames(
  { claim, why }: Hit,
  bytes: Uint8Array | null,
): Pick<Evidence, 'coverage' | 'ownCoverage' | 'words'> {
  let { coverage, ownCoverage } = why;
  let asked = 1;
  if (why.names.length === 0 || bytes === null) return { coverage, ownCoverage, words: why.words };
  const { start, end } = claim.span;
  const around = decodeText(bytes.subarray(Math.max(0, start - AROUND_BYTES), end + AROUND_BYTES)).text;
  const above = [claim.notePath, claim.noteTitle, ...claim.headingPath, claim.subject, claim.object ?? ''];
  const words = wordsOf([around, ...above].join(' '));
  const absent = new Map<string, number>();
  for (const { name, share, ownShare, rarer } of why.names) {
    if (words.has(fold(name))) continue;
    absent.set(name, rarer);
    coverage -= share;
    ownCoverage -= ownShare;
    asked += rarer;
  }
  return {
    coverage: Math.max(0, coverage) / asked,
    ownCoverage: Math.max(0, ownCoverage) / asked,
    words: why.words.map((each) => {
      const rarer = absent.get(each.word);
      return rarer === undefined
        ? each
        : { ...each, share: each.share + rarer, held: 0, own: 0, other: true };
    }),
  };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu), ([word]) => fold(word)));
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
