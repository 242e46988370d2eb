/**
 * The layer table of the architecture: a package may import another only from a lower row. Packages of the
 * same row do not import each other.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['core'],
  ['language'],
  ['privacy'],
  ['vault', 'validator'],
  ['claims'],
  ['retrieval', 'conversations', 'ingest'],
  ['postgres'],
  ['engine'],
  ['report'],
  ['agent-memory'],
  ['bridge'],
  ['mcp', 'studio'],
  ['cli'],
];

/** Packages that import fewer packages than their row allows: the only ones they may import. */
export const NARROWER: Readonly<Record<string, readonly string[]>> = {
  validator: ['core', 'language'],
  language: ['core'],
};

/**
 * The rooms of a package, lowest first: a file may import from its own room and from lower ones. Files outside the rooms are the entries, which may import all
 * of them.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  claims: ['model', 'prepare', 'extract', 'relate', 'ledger', 'entities', 'store', 'run'],
  // Statements of an answer, the public types, where a quote is, the note around it, and the wording of both;
  // then the code that verifies with them and shows the results.
  validator: [
    ...[
      'statements',
      'contract',
      'align',
      'scripts',
      'evidence',
      'passages',
      'wording',
      'figures',
      'answers',
    ],
    ...[
      'checks',
      'judging',
      'entailment',
      'verification',
      'receipts',
      'documents',
      'formats',
      'matchers',
      'command',
    ],
  ],
};

/** The only room of a package that may contain SQL with table names. */
export const WALLED: Readonly<Record<string, string>> = { claims: 'store' };

/** The files above all rooms: entries, build files, and fixtures published for tests. */
const ABOVE_ROOMS = /\.ts$|^\.\.$|^testing$/;

/** Returns why a file of room `from` may not import one of room `to`, or `null` if it may. Rooms are named by their folder. */
export function refusalOfRoom(owner: string, from: string, to: string): string | null {
  const rooms = ROOMS[owner];
  if (rooms === undefined || from === to || ABOVE_ROOMS.test(from)) return null;
  if (!rooms.includes(from)) return `${owner}/${from} is no room of scripts/layers.ts`;
  if (!rooms.includes(to)) return `${owner}/${from} imports an entry of its own package`;
  return rooms.indexOf(to) > rooms.indexOf(from)
    ? `${owner}/${to} does not stand below ${owner}/${from}`
    : null;
}

/** Row of a package, 0 for the lowest; -1 if it is not in the table. */
export function layerOf(name: string): number {
  return LAYERS.findIndex((row) => row.includes(name));
}

/** Returns why package `from` may not import package `to`, or `null` if it may. */
export function refusalOf(from: string, to: string): string | null {
  if (from === to) return null;
  if (layerOf(from) < 0) return `${from} has no row in the layer table`;
  if (layerOf(to) < 0) return `${to} has no row in the layer table`;
  const allowed = NARROWER[from];
  if (allowed !== undefined && !allowed.includes(to)) return `${from} imports ${allowed.join(', ')} only`;
  if (layerOf(to) >= layerOf(from)) return `${to} does not stand below ${from}`;
  return null;
}
