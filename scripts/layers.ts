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
  ['retrieval'],
  ['engine'],
  ['mcp'],
  ['cli'],
];

/** Packages that promise less than their row allows: the only ones they may import. */
export const NARROWER: Readonly<Record<string, readonly string[]>> = {
  validator: ['core', 'language'],
  language: ['core'],
};

/** Row of a package, 0 for the lowest; -1 where the table does not know it. */
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
