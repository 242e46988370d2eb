import type { WordDifference } from '../contract/verification-report.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { indexOfWords } from './find-near.ts';
import type { PlacedSign } from './read-signs.ts';
import { BETWEEN_CELLS, type PassageWords, type WordUnit } from './read-units.ts';
import { readWords } from './read-words.ts';

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
  // The first cell only names what the others are about, and they may deny it.
  if (from === 0 && cells.length === 1 && words.length < row.words.length)
    return compareOrder([], row.words.slice(words.length));
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

/** The head of an answer's table if none of these places is a row with these cells below these names; else null. */
export function strangeHead(
  head: string,
  row: string,
  places: readonly { readonly passage: NotePassage; readonly start: number }[],
): string | null {
  const [names, cells] = [cellsOf(head), cellsOf(row)];
  const isOwn = places.some(({ passage: { blocks, context }, start }) => {
    const own = blocks.find((block) => block.kind === 'row' && block.start === start);
    const top = blocks.find(({ isHeader, block }) => isHeader === true && block === own?.block);
    const ownNames = cellsOf(top?.text ?? context.header ?? '');
    return cellsOf(own?.text ?? '').some((_, from, ownCells) =>
      cells.every(
        (cell, i) => cell === '' || (cell === ownCells[from + i] && names[i] === ownNames[from + i]),
      ),
    );
  });
  // The line below the names is part of the head: `| --- |`.
  const isNamed = (cell: string) => readWords(cell).length > 0;
  return isOwn ? null : head.split(BETWEEN_CELLS).filter(isNamed).join('|').trim();
}

/** The words of each cell. */
function cellsOf(row: string): string[] {
  const cells = row.trim().split(BETWEEN_CELLS);
  if (cells[0] === '') cells.shift();
  return cells.map((cell) => readWords(cell).join(' '));
}
