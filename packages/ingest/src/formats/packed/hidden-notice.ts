/**
 * The sentences about content that its author hid, by kind and count, and about cells beyond the columns that
 * are read (`beyond`); empty if there is neither.
 */
export function hiddenNotice({ beyond = 0, ...hidden }: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(hidden)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`);
  return [
    ...(parts.length === 0 ? [] : [`Left out, as hidden: ${parts.join(', ')}.`]),
    ...(beyond === 0 ? [] : [`Not read: ${beyond} cells right of column ${MOST_COLUMNS}.`]),
  ];
}

/** Maximum number of columns of a sheet that are read. */
export const MOST_COLUMNS = 256;
