import { ROWS_OF_A_TABLE } from './table-blocks.ts';

/**
 * The size limit of a workbook's rows in UTF-16 units: a fixed part, and an additional amount for each unit
 * of the rows' XML.
 */
const LEAST_ROOM = 2 ** 24;
const ROOM_OF_A_UNIT = 8;
/** Maximum number of repetitions of a row that are read; a file may declare thousands. */
const MOST_REPEATED = 1_000;

/** The size limit of a workbook's rows: a few bytes can repeat a long text in very many cells. */
export interface RowRoom {
  /** Adds room for the rows of this XML, and for the heads of its tables. */
  readonly widen: (xml: string) => void;
  /** How many of a row's repetitions may be read, starting at this number. */
  readonly take: (cells: readonly string[], number: number, times?: number) => number;
  /** Notices about rows that were not read; the document is then marked as partial. */
  readonly missing: () => { readonly notices: readonly string[]; readonly made?: 'partial' };
}

export function openRowRoom(): RowRoom {
  let room = LEAST_ROOM;
  let unread = 0;
  let head: number | null = null;
  let next = 0;
  return {
    widen: (xml) => {
      room += ROOM_OF_A_UNIT * xml.length;
      head = null;
    },
    take: (cells, number, times = 1) => {
      const own = cells.reduce((sum, { length }) => sum + length + 1, 0);
      head ??= own;
      // A table repeats its head after a number of rows, and after missing rows.
      const cost = own + head / ROWS_OF_A_TABLE;
      room -= number === next ? 0 : head;
      const count = Math.max(0, Math.min(times, MOST_REPEATED, Math.floor(room / cost)));
      // If there is no room for a row, the rest of its sheet is left out too.
      room = count < Math.min(times, MOST_REPEATED) ? 0 : room - count * cost;
      unread += times - count;
      next = number + count;
      return count;
    },
    missing: () =>
      unread === 0
        ? { notices: [] }
        : {
            notices: [`Not read: ${unread} rows, because rows or long texts are repeated very often.`],
            made: 'partial',
          },
  };
}
