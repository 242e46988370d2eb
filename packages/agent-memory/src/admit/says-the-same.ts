import { splitWords } from '@memora/language/text';
import { ARTICLES } from '@memora/language/words';

/** Above this share of words two statements may be the same. */
const CANDIDATE = 0.7;

/** The words of a statement, in small letters; pairs of signs where words are not parted. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokensOf(text));
}

/** How much of their words two statements share, from 0 to 1: Jaccard. */
export function shareOfWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/**
 * True where two statements are the same in the same words and in their order, but for marks and articles. Sharing words makes two statements near, not the
 * same: a word, a figure or an order that differs makes them two, and whoever saved the second is asked about the first.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [tokensOf(withoutMarks(one)), tokensOf(withoutMarks(other))];
  if (shareOfWords(new Set(a), new Set(b)) <= CANDIDATE) return false;
  const [x, y] = [a, b].map((words) => words.filter((word) => !ARTICLES.has(word))) as [string[], string[]];
  // An article may be left out; one in another's place is another thing: team A and team B.
  if (a.length === b.length && a.join(' ') !== b.join(' ')) return false;
  return x.join(' ') === y.join(' ');
}

function tokensOf(text: string): string[] {
  return splitWords(text).flatMap(({ kind, text: run }) => {
    const lower = run.toLowerCase();
    const signs = kind === 'word' || kind === 'symbol' ? [] : Array.from(lower);
    if (signs.length < 2) return [lower];
    return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
  });
}

/** Without the marks of code and emphasis, and in the spelling without ё. */
function withoutMarks(text: string): string {
  return text.normalize('NFKC').replace(/[`*]+/gu, '').replace(/ё/gu, 'е').replace(/Ё/gu, 'Е');
}
