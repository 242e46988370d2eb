import type { ConnectionSource } from '../connect/connection.ts';

const countOf = (row: unknown): number =>
  Array.isArray(row) && row.every(Array.isArray) ? row.reduce((sum, each) => sum + each.length, 0) : 1;

/** Counts the rows of each statement, in order. */
export function countRows(source: ConnectionSource) {
  const fetched: number[] = [];
  const counted =
    <Args extends unknown[], Row>(ask: (...args: Args) => Promise<Row[]>) =>
    async (...args: Args): Promise<Row[]> => {
      const at = fetched.push(-1) - 1;
      const rows = await ask(...args);
      // Packed rows are counted individually.
      fetched[at] = rows.reduce<number>((sum, row) => sum + countOf(row), 0);
      return rows;
    };
  const counting: ConnectionSource = {
    ...source,
    withConnection: (work, options) =>
      source.withConnection(
        (db) => work({ ...db, query: counted(db.query) as never, rows: counted(db.rows) as never }),
        options,
      ),
  };
  return { source: counting, fetched };
}
