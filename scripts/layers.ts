/**
 * The layer table of the architecture: a package may import another only from a strictly lower row.
 * Two packages of one row know nothing of each other.
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

/** Packages that promise less than their row allows: the only ones they may import. */
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
  // What an answer says, the public types, where a quote stands, what a note says around it, how both are worded, then what verifies with that and shows it.
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

/** The only room of a package that may hold SQL which names tables. */
export const WALLED: Readonly<Record<string, string>> = { claims: 'store' };

/** The files above all rooms: entries, build files, and fixtures published for tests. */
const ABOVE_ROOMS = /\.ts$|^\.\.$|^testing$/;

/** Why a file of room `from` may not import one of room `to`, or `null` if it may; rooms are named by their folder. */
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

/** Why package `from` may not import package `to`, or `null` where it may. */
export function refusalOf(from: string, to: string): string | null {
  if (from === to) return null;
  if (layerOf(from) < 0) return `${from} has no row in the layer table`;
  if (layerOf(to) < 0) return `${to} has no row in the layer table`;
  const allowed = NARROWER[from];
  if (allowed !== undefined && !allowed.includes(to)) return `${from} imports ${allowed.join(', ')} only`;
  if (layerOf(to) >= layerOf(from)) return `${to} does not stand below ${from}`;
  return null;
}
