/** The width of a text on the terminal. */
type WidthOf = (text: string) => number;

/** Rows with each column as wide as its widest cell, without padding after the last one. Columns that are empty in every row are left out. */
export function formatTable(rows: readonly (readonly string[])[], widthOf: WidthOf): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const used = Array.from({ length: count }, (_, i) => i).filter((i) => rows.some((row) => row[i]));
  const widths = used.map((i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  return rows.map((row) =>
    used
      .map((i, at) => {
        const cell = row[i] ?? '';
        return at === used.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell));
      })
      .join('  ')
      .trimEnd(),
  );
}
