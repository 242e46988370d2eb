import type { IndexStatus } from '@memora/claims';
import { describeTables, hasTable, type PublishedTable, sqliteStatements } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import type { Embedder } from '../embed/embedder.ts';
import { LEXICAL_INDEX } from '../lexical/tables/lexical-schema.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { VECTOR_TEXTS } from './index-tables.ts';

/** The name of the vector index in the store's index registry. */
export const VECTOR_INDEX = 'vector';
/** The version of the table layout. */
export const VECTOR_VERSION = 2;

/** The tables of the vector index, for publishing a store with its index. */
export const VECTOR_TABLES: readonly PublishedTable[] = describeTables(VECTOR_TEXTS);

export function createVectorTables(db: Sqlite.Database): void {
  db.exec(`
    ${sqliteStatements(VECTOR_TEXTS, 'IF NOT EXISTS ')}
    CREATE TABLE IF NOT EXISTS vector_owner (id TEXT NOT NULL);
    INSERT INTO vector_owner(id) SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM vector_owner);
  `);
}

export function clearVectorTables(db: Sqlite.Database): void {
  for (const table of [...Object.keys(VECTOR_TEXTS), 'vector_owner'])
    db.exec(`DROP TABLE IF EXISTS ${table}`);
  createVectorTables(db);
}

/** The vectors of one embedder. A `building` set is filled next to the one in use and replaces it when complete. */
export interface VectorSet {
  readonly id: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  readonly state: 'building' | 'ready';
  /** 1 if the vectors were computed when the claims were written, so that no text was kept for another embedder. */
  readonly computed: 0 | 1;
}

/** Prepared for each call, because the tables may not exist. */
export function readVectorSets(db: Sqlite.Database): VectorSet[] {
  return hasTable(db, 'vector_block') ? (prepareQuery(db, 'vectorSets').all() as VectorSet[]) : [];
}

export function isSetOf(set: VectorSet, { id, version, dimensions }: Embedder): boolean {
  return set.embedder === id && set.version === version && set.dimensions === dimensions;
}

/**
 * Returns the embedder's set, and creates it if missing: ready at once if there is nothing to embed, otherwise building. A new set has an id greater than `after`,
 * because something outside this database may still belong to an earlier one.
 */
export function ensureVectorSet(db: Sqlite.Database, embedder: Embedder, after = 0): VectorSet {
  const sets = readVectorSets(db);
  const known = sets.find((set) => isSetOf(set, embedder));
  if (known) return known;
  const texts = prepareValue(db, 'countVectorTexts').get() ?? 0;
  const { id, version, dimensions, embedNow } = embedder;
  const own = [
    ...[id, version, dimensions],
    ...[texts === 0 && sets.length === 0 ? 'ready' : 'building', embedNow ? 1 : 0],
  ] as const;
  const last = prepareValue(db, 'lastVectorSet').get() ?? 0;
  const { lastInsertRowid } =
    after > last
      ? prepareQuery(db, 'addNumberedVectorSet').run(after + 1, ...own)
      : prepareQuery(db, 'addVectorSet').run(...own);
  prepareQuery(db, 'queueAll').run(Number(lastInsertRowid));
  return readVectorSets(db).find((set) => isSetOf(set, embedder)) as VectorSet;
}

/** Removes sets with their vectors. */
export function dropSets(db: Sqlite.Database, sets: readonly VectorSet[]): void {
  for (const { id } of sets)
    for (const removed of [
      'removeSetBlocks',
      'removeSetPending',
      'removeSetRefused',
      'removeSetCount',
      'removeSet',
    ] as const)
      prepareQuery(db, removed).run(id);
}

/**
 * Makes sure that every claim reaches a new embedder. If vectors were computed on write, no text was kept, so the next indexing run must add every
 * claim again.
 */
export function askForTexts(db: Sqlite.Database, status: IndexStatus, embedder: Embedder): void {
  const sets = readVectorSets(db);
  if (sets.length === 0 || sets.some((set) => isSetOf(set, embedder))) return;
  if (!sets.some(({ computed }) => computed === 1)) return;
  ensureVectorSet(db, embedder);
  status.refill(VECTOR_INDEX);
}

/** False while claims have yet to be added to the index. A store without an index registry counts as complete. */
export function sawEveryClaim(status: IndexStatus): boolean {
  return status.isComplete(VECTOR_INDEX) !== false;
}

/**
 * Prepares a check that every claim to be embedded has a vector in a set. Claims that no index has seen yet are missing everywhere; that is reported
 * for the index as a whole.
 */
export function prepareCompleteness(db: Sqlite.Database, status: IndexStatus, set: number): () => boolean {
  const pending = prepareQuery(db, 'firstPending');
  const isBehindWords = () =>
    status.isComplete(VECTOR_INDEX) === false && status.isComplete(LEXICAL_INDEX) === true;
  return () => pending.get(set) === undefined && !isBehindWords();
}
