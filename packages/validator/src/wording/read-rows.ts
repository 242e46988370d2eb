import type { WordDifference } from '../contract/verification-report.ts';
import { indexOfWords } from './find-near.ts';
import type { PlacedSign } from './read-signs.ts';
import type { PassageWords, WordUnit } from './read-units.ts';

/** How cells of a row that a statement quotes are not as they are in the row. */
interface RowReading {
  readonly wording: 'altered' | 'paraphrased';
  readonly differences: readonly WordDifference[];
}

/** Holds quoted cells against each row that has all of them. Returns null if one has them so, or if they are somewhere else too. */
export function readRows(
  { units, blocks }: { readonly units: readonly WordUnit[]; readonly blocks: ReadonlySet<string> },
  said: readonly PlacedSign[],
  read: readonly PassageWords[],
): RowReading | null {
  const rows = read.flatMap((passage, i) =>
    passage.units.filter(({ isRow, start }) => isRow && blocks.has(`${i} ${start}`)),
  );
  if (rows.length < blocks.size) return null;
  const readings = rows.map((row) => readRow(units, row, said));
  return readings.includes(null) ? null : (readings[0] ?? null);
}

/**
 * Holds quoted cells against their row: whole cells in another order say what no row says, and a cell or a sign that is left out between or behind them may be what
 * counts. Returns null if cells and signs are as they are there.
 */
function readRow(cells: readonly WordUnit[], row: WordUnit, said: readonly PlacedSign[]): RowReading | null {
  const words = cells.flatMap((cell) => cell.words);
  const from = indexOfWords(row.words, words);
  if (from === -1) {
    const skipped = wordsBetween(words, row.words);
    if (skipped === null)
      return { wording: 'altered', differences: [{ here: words.join(' '), there: row.words.join(' ') }] };
    return { wording: 'paraphrased', differences: [{ here: '', there: skipped.join(' ') }] };
  }
  const end = from + words.length;
  const own = row.signs.filter(({ at }) => (at > from || at === 0) && at >= from && at <= end);
  const [there, here] = [own, said].map((signs) => signs.map(({ sign }) => sign).join(' ')) as [
    string,
    string,
  ];
  if (there === '' || there === here) return null;
  return here === ''
    ? { wording: 'paraphrased', differences: [{ here, there }] }
    : { wording: 'altered', differences: [{ here, there }] };
}

/** The words of a row that are left out between the words of a statement; null if these are in another order. */
function wordsBetween(words: readonly string[], row: readonly string[]): readonly string[] | null {
  const skipped: string[] = [];
  let at = 0;
  for (const word of row) {
    if (word === words[at]) at++;
    else if (at > 0 && at < words.length) skipped.push(word);
  }
  return at === words.length ? skipped : null;
}
