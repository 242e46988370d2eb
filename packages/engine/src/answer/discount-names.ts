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
  const text = fold([around, ...above].join(' '));
  const absent = new Map<string, number>();
  for (const { name, share, ownShare, rarer } of why.names) {
    if (holdsWord(text, fold(name))) continue;
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

/** True where a word stands in a folded text by itself. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    if (!isInside && !/^[\p{L}\p{N}]/u.test(text.slice(at + word.length, at + word.length + 2))) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
