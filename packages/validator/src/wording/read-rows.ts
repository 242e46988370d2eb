import type { WordDifference } from '../contract/verification-report.ts';
import { indexOfWords } from './find-near.ts';
import type { PlacedSign } from './read-signs.ts';
import type { PassageWords, WordUnit } from './read-units.ts';

/** How quoted cells of a row differ from the row. */
interface RowReading {
  readonly wording: 'altered' | 'paraphrased';
  readonly differences: readonly WordDifference[];
}

/**
 * Compares quoted cells with each row that has all of them. Returns null if one row matches, or if the cells
 * also occur elsewhere.
 */
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
 * Compares quoted cells with their row. Whole cells in another order state something that no row states, and
 * an omitted cell or sign may be essential. Returns null if cells and signs match.
 */
function readRow(cells: readonly WordUnit[], row: WordUnit, said: readonly PlacedSign[]): RowReading | null {
  const words = cells.flatMap((cell) => cell.words);
  const from = indexOfWords(row.words, words);
  if (from === -1) return compareOrder(words, row.words);
  // A sign right before the first word belongs to the previous cell.
  const own = row.signs.filter(({ at }) => at <= from + words.length && (at > from || from === 0));
  return compareOrder(said.map(toSign), own.map(toSign));
}

function toSign({ sign }: PlacedSign): string {
  return sign;
}

/** Null if everything is there in this order; otherwise the omitted part, or, if the order differs, both texts. */
function compareOrder(said: readonly string[], own: readonly string[]): RowReading | null {
  const left: string[] = [];
  let at = 0;
  for (const each of own) {
    if (each === said[at]) at++;
    else left.push(each);
  }
  if (at < said.length && own.length > 0)
    return { wording: 'altered', differences: [{ here: said.join(' '), there: own.join(' ') }] };
  if (left.length === 0) return null;
  return { wording: 'paraphrased', differences: [{ here: '', there: left.join(' ') }] };
}
