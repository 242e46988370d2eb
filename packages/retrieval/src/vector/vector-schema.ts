import type { IndexStatus } from '@memora/claims';
import { describeTables, type PublishedTable, sqliteStatements } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import type { Embedder } from '../embed/embedder.ts';
import { LEXICAL_INDEX } from '../lexical/tables/lexical-schema.ts';

/** The name of the vector index in the store's account of its indexes. */
export const VECTOR_INDEX = 'vector';
/** How the tables are laid out. */
export const VECTOR_VERSION = 2;

/** `sequence` grows with every write: an index file says up to which it goes. */
const TABLES = {
  /** What to embed. */
  vector_text: { key: ['key'], columns: { key: 'int', text: 'text' } },
  /** One row for the vectors of each embedder. */
  vector_set: {
    key: ['id'],
    counter: 'id',
    columns: {
      id: 'int',
      embedder: 'text',
      version: 'text',
      dimensions: 'int',
      state: 'text',
      computed: 'int',
    },
    unique: ['embedder', 'version', 'dimensions'],
  },
  /** The vectors. By their place and not by the sequence: a block that is replaced has the next one, and no trigger tells of the row before. */
  vector_block: {
    key: ['set_id', 'block'],
    counter: 'sequence',
    columns: { sequence: 'int', set_id: 'int', block: 'int', vectors: 'blob' },
  },
  /** What a set still lacks. */
  vector_pending: { key: ['set_id', 'key'], columns: { set_id: 'int', key: 'int' } },
  vector_count: { key: ['set_id'], columns: { set_id: 'int', vectors: 'int' } },
} as const;

/** The tables of the vector index, as whoever publishes a store publishes them with it. */
export const VECTOR_TABLES: readonly PublishedTable[] = describeTables(TABLES);

export function createVectorTables(db: Sqlite.Database): void {
  db.exec(`
    ${sqliteStatements(TABLES, 'IF NOT EXISTS ')}
    CREATE TABLE IF NOT EXISTS vector_owner (id TEXT NOT NULL);
    INSERT INTO vector_owner(id) SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM vector_owner);
  `);
}

export function clearVectorTables(db: Sqlite.Database): void {
  for (const table of [...Object.keys(TABLES), 'vector_owner']) db.exec(`DROP TABLE IF EXISTS ${table}`);
  createVectorTables(db);
}

/** The vectors of one embedder. A `building` set is filled beside the one in use and takes over when it is whole. */
export interface VectorSet {
  readonly id: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  readonly state: 'building' | 'ready';
  /** 1 where the vectors were computed when the claims were written: no text was kept for another embedder. */
  readonly computed: 0 | 1;
}

/** Prepared for each call: it is the only way to ask a database whose tables may be absent. */
export function readVectorSets(db: Sqlite.Database): VectorSet[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vector_block'").get();
  return exists ? (db.prepare('SELECT * FROM vector_set ORDER BY id').all() as VectorSet[]) : [];
}

export function isSetOf(set: VectorSet, { id, version, dimensions }: Embedder): boolean {
  return set.embedder === id && set.version === version && set.dimensions === dimensions;
}

/** The embedder's set, made where it is absent: ready at once if nothing stands to be embedded, else building. */
export function ensureVectorSet(db: Sqlite.Database, embedder: Embedder): VectorSet {
  const sets = readVectorSets(db);
  const known = sets.find((set) => isSetOf(set, embedder));
  if (known) return known;
  const texts = db.prepare('SELECT count(*) FROM vector_text').pluck().get() as number;
  const { lastInsertRowid } = db
    .prepare('INSERT INTO vector_set(embedder, version, dimensions, state, computed) VALUES (?, ?, ?, ?, ?)')
    .run(
      embedder.id,
      embedder.version,
      embedder.dimensions,
      texts === 0 && sets.length === 0 ? 'ready' : 'building',
      embedder.embedNow ? 1 : 0,
    );
  db.prepare('INSERT INTO vector_pending(set_id, key) SELECT ?, key FROM vector_text').run(lastInsertRowid);
  return readVectorSets(db).find((set) => isSetOf(set, embedder)) as VectorSet;
}

/**
 * Sees to it that every claim reaches a new embedder. Where the vectors so far were computed on the spot no text was kept,
 * so the next indexing run has to show every claim again.
 */
export function askForTexts(db: Sqlite.Database, status: IndexStatus, embedder: Embedder): void {
  const sets = readVectorSets(db);
  if (sets.length === 0 || sets.some((set) => isSetOf(set, embedder))) return;
  if (!sets.some(({ computed }) => computed === 1)) return;
  ensureVectorSet(db, embedder);
  status.refill(VECTOR_INDEX);
}

/** False while claims are still to be shown to the index. A store that keeps no account of its indexes counts as whole. */
export function sawEveryClaim(status: IndexStatus): boolean {
  return status.isComplete(VECTOR_INDEX) !== false;
}

/**
 * Whether every claim that is to be embedded has its vector in a set. Claims that no index was shown yet are missing everywhere, which
 * is told of the index as a whole.
 */
export function prepareCompleteness(db: Sqlite.Database, status: IndexStatus, set: number): () => boolean {
  const isPending = db
    .prepare<[number], 0 | 1>('SELECT EXISTS (SELECT 1 FROM vector_pending WHERE set_id = ?)')
    .pluck();
  const isBehindWords = () =>
    status.isComplete(VECTOR_INDEX) === false && status.isComplete(LEXICAL_INDEX) === true;
  return () => isPending.get(set) === 0 && !isBehindWords();
}
