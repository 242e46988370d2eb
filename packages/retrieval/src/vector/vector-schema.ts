import type BetterSqlite3 from 'better-sqlite3';
import type { Embedder } from '../embed/embedder.ts';

/**
 * `vector_text` holds what to embed, `vector_set` one row for each embedder's vectors, `vector_data` the vectors, and
 * `vector_pending` what a set still lacks. `sequence` grows with every write: an index file says up to which it goes.
 */
export function createVectorTables(db: BetterSqlite3.Database): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS vector_text (key INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS vector_set (
      id INTEGER PRIMARY KEY AUTOINCREMENT, embedder TEXT NOT NULL, version TEXT NOT NULL, dimensions INTEGER NOT NULL,
      state TEXT NOT NULL, UNIQUE (embedder, version, dimensions));
    CREATE TABLE IF NOT EXISTS vector_data (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, set_id INTEGER NOT NULL, key INTEGER NOT NULL, vector BLOB NOT NULL,
      UNIQUE (set_id, key));
    CREATE TABLE IF NOT EXISTS vector_pending (
      set_id INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (set_id, key)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS vector_count (set_id INTEGER PRIMARY KEY, vectors INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS vector_owner (id TEXT NOT NULL);
    INSERT INTO vector_owner(id) SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM vector_owner);
    CREATE TRIGGER IF NOT EXISTS vector_data_added AFTER INSERT ON vector_data BEGIN
      INSERT INTO vector_count(set_id, vectors) VALUES (new.set_id, 1)
        ON CONFLICT (set_id) DO UPDATE SET vectors = vectors + 1;
    END;
    CREATE TRIGGER IF NOT EXISTS vector_data_removed AFTER DELETE ON vector_data BEGIN
      UPDATE vector_count SET vectors = vectors - 1 WHERE set_id = old.set_id;
    END;
  `);
}

const TABLES = ['vector_text', 'vector_set', 'vector_data', 'vector_pending', 'vector_count', 'vector_owner'];

export function clearVectorTables(db: BetterSqlite3.Database): void {
  for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS ${table}`);
  createVectorTables(db);
}

/** The vectors of one embedder. A `building` set is filled beside the one in use and takes over when it is whole. */
export interface VectorSet {
  readonly id: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  readonly state: 'building' | 'ready';
}

export function readVectorSets(db: BetterSqlite3.Database): VectorSet[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vector_set'").get();
  return exists ? (db.prepare('SELECT * FROM vector_set ORDER BY id').all() as VectorSet[]) : [];
}

export function isSetOf(set: VectorSet, { id, version, dimensions }: Embedder): boolean {
  return set.embedder === id && set.version === version && set.dimensions === dimensions;
}

/** The embedder's set, made where it is absent: ready at once if nothing stands to be embedded, else building. */
export function ensureVectorSet(db: BetterSqlite3.Database, embedder: Embedder): VectorSet {
  const known = readVectorSets(db).find((set) => isSetOf(set, embedder));
  if (known) return known;
  const texts = db.prepare('SELECT count(*) FROM vector_text').pluck().get() as number;
  const { lastInsertRowid } = db
    .prepare('INSERT INTO vector_set(embedder, version, dimensions, state) VALUES (?, ?, ?, ?)')
    .run(embedder.id, embedder.version, embedder.dimensions, texts === 0 ? 'ready' : 'building');
  db.prepare('INSERT INTO vector_pending(set_id, key) SELECT ?, key FROM vector_text').run(lastInsertRowid);
  return readVectorSets(db).find((set) => isSetOf(set, embedder)) as VectorSet;
}
