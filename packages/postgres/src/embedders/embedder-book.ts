import { MemoraError } from '@memora/core';
import type { Embedder } from '@memora/retrieval';

/** The name of the embedder that a server uses for workspaces that have chosen none. */
export const DEFAULT_EMBEDDER = 'default';
/** The name of the built-in embedder. */
export const LOCAL_EMBEDDER = 'local';
/** Maximum number of components that a vector of the database may have. */
export const WIDEST_VECTOR = 16_000;

/** The embedders that the operator of a server allows. The database and its members know only their names. */
export interface EmbedderBook {
  readonly names: readonly string[];
  /**
   * Opens an embedder once; null for no vectors. Throws `EMBEDDER_UNKNOWN`, or the reason why it cannot be
   * opened.
   */
  readonly open: (name: string) => Promise<Embedder | null>;
}

/** The embedders of a worker. Each scope has a book of its own, because what leaves is checked against the secrets of the scope that it comes from. */
export interface WorkerEmbedders extends Pick<EmbedderBook, 'names'> {
  readonly of: (scope: number) => EmbedderBook;
}

/** The book of a caller that has one embedder for every workspace and every scope; null for no vectors. */
export function onlyEmbedder(embedder: Embedder | null): EmbedderBook & WorkerEmbedders {
  const book = { names: [DEFAULT_EMBEDDER], open: async () => embedder };
  return { ...book, of: () => book };
}

/** Identifies vectors that can be compared with each other. */
export interface SetIdentity {
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
}

/** An embedder, by its name in the book. */
export interface NamedEmbedder {
  readonly name: string;
  readonly embedder: Embedder;
}

/** No provider uses ids with this prefix, so the vectors of a named embedder are distinct from all others. */
const NAMED = 'embedder.';

/** Returns the id of an embedder with a name from the settings. */
export function namedEmbedderId(name: string, id: string): string {
  return `${NAMED}${name}:${id}`;
}

/**
 * Returns the key that distinguishes the vectors of an embedder from those of any other; `none` for no
 * vectors.
 */
export function identityOf(embedder: Embedder | null): string {
  return embedder === null ? 'none' : `${embedder.id}@${embedder.version} ${embedder.dimensions}`;
}

/**
 * Finds the embedder that made a set; null if it is not in the book. Opens no embedder that cannot have made
 * it.
 */
export async function findEmbedderOf(
  book: EmbedderBook,
  { embedder: id, version, dimensions }: SetIdentity,
): Promise<NamedEmbedder | null> {
  const own = id.startsWith(NAMED) ? id.slice(NAMED.length, id.indexOf(':')) : null;
  for (const name of own === null ? [DEFAULT_EMBEDDER, LOCAL_EMBEDDER] : [own]) {
    if (!book.names.includes(name)) continue;
    const embedder = await openOrNull(book, name);
    if (embedder?.id === id && embedder.version === version && embedder.dimensions === dimensions)
      return { name, embedder };
  }
  return null;
}

/** An embedder that cannot be opened has no comparable vectors. */
async function openOrNull(book: EmbedderBook, name: string): Promise<Embedder | null> {
  try {
    return await book.open(name);
  } catch (error) {
    if (MemoraError.isInstance(error)) return null;
    throw error;
  }
}
