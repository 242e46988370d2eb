/** The folders in which agents save memories; imported ones are in a folder of `external`. */
const ROOMS = ['semantic', 'episodic', 'procedural'] as const;
const OF_AN_ID = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Returns the SQL of `isMemoryPath` of `@memora/vault` for a column with the path of a note. `LIKE` can't be used: in SQLite it ignores case, and it does not
 * know folder boundaries.
 */
export function isMemorySql(column: string): string {
  /** The folder of the note's path, or of a folder in it, up to its last slash. */
  const folderOf = (path: string) => `rtrim(rtrim(${path}, '/'), replace(${column}, '/', ''))`;
  const room = folderOf(folderOf(column));
  const conditions = [
    `substr(${column}, length(${column}) - 15, 1) = '-' AND substr(${column}, length(${column}) - 2) = '.md'`,
    `ltrim(substr(${column}, length(${column}) - 14, 12), '${OF_AN_ID}') = ''`,
    [
      ...ROOMS.map((name) => endsIn(room, `/${name}/memory/`)),
      `${endsIn(room, '/memory/')} AND ${endsIn(folderOf(folderOf(room)), '/external/')}`,
    ].join(' OR '),
  ];
  return conditions.map((each) => `(${each})`).join(' AND ');
}

/** True if a folder path ends with the given folders. No path has two slashes in a row. */
const endsIn = (folder: string, end: string) =>
  `replace('/' || ${folder} || '/', '${end}/', '') <> '/' || ${folder} || '/'`;
