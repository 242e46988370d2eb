import type BetterSqlite3 from 'better-sqlite3';

/**
 * Vectors are kept in blocks: the vector of claim `key` is slot `key % 16` of block `floor(key / 16)`. An empty slot is all
 * zeros. Claims of one note have neighbouring keys, so a note costs a row or two, and all vectors are read sixteen a row.
 */
export const SLOTS = 16;

export interface VectorBlock {
  readonly sequence: number;
  readonly block: number;
  readonly vectors: Uint8Array;
}

/** Prepared writes of one connection. */
export interface BlockWriter {
  /** Puts bytes into slots; null empties one. */
  readonly put: (set: number, dimensions: number, bytesByKey: ReadonlyMap<number, Uint8Array | null>) => void;
}

export function prepareBlockWriter(db: BetterSqlite3.Database): BlockWriter {
  const read = db
    .prepare<[number, number], Buffer>('SELECT vectors FROM vector_block WHERE set_id = ? AND block = ?')
    .pluck();
  // A replaced row gets a new sequence: what was written last has the highest.
  const write = db.prepare('INSERT OR REPLACE INTO vector_block(set_id, block, vectors) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM vector_block WHERE set_id = ? AND block = ?');
  const count = db.prepare(
    'INSERT INTO vector_count(set_id, vectors) VALUES (?, ?) ON CONFLICT (set_id) DO UPDATE SET vectors = vectors + excluded.vectors',
  );
  return {
    put(set, dimensions, bytesByKey) {
      const size = dimensions * 2;
      let change = 0;
      for (const [block, entries] of Map.groupBy(bytesByKey, ([key]) => Math.floor(key / SLOTS))) {
        const known = read.get(set, block);
        if (known === undefined && entries.every(([, bytes]) => bytes === null)) continue;
        const vectors = Buffer.alloc(SLOTS * size);
        known?.copy(vectors);
        for (const [key, bytes] of entries) {
          const at = (key % SLOTS) * size;
          if (!isEmptySlot(vectors, at, size)) change--;
          if (bytes === null) vectors.fill(0, at, at + size);
          else {
            vectors.set(bytes, at);
            change++;
          }
        }
        if (isEmptySlot(vectors, 0, vectors.length)) remove.run(set, block);
        else write.run(set, block, vectors);
      }
      if (change !== 0) count.run(set, change);
    },
  };
}

/** True where all bytes are 0. A vector of length 1 hardly ever begins with one, so this is a glance. */
export function isEmptySlot(bytes: Uint8Array, at: number, size: number): boolean {
  for (let i = at; i < at + size; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** Prepared reads of one set's blocks. */
export function prepareBlockReader(db: BetterSqlite3.Database, set: number) {
  const after = db.prepare<[number, number], VectorBlock>(
    'SELECT sequence, block, vectors FROM vector_block WHERE set_id = ? AND sequence > ? ORDER BY sequence',
  );
  const these = db.prepare<[number, string], VectorBlock>(
    'SELECT sequence, block, vectors FROM vector_block WHERE set_id = ? AND block IN (SELECT value FROM json_each(?))',
  );
  const newer = db
    .prepare<[number, number], number>('SELECT count(*) FROM vector_block WHERE set_id = ? AND sequence > ?')
    .pluck();
  return {
    /** Blocks written after a sequence, in the order they were written. */
    after: (sequence: number) => after.all(set, sequence),
    /** Blocks that hold these keys. */
    holding: (keys: readonly number[]) =>
      these.all(set, JSON.stringify([...new Set(keys.map((key) => Math.floor(key / SLOTS)))])),
    /** Vectors that may have been written after a sequence. */
    countAfter: (sequence: number) => (newer.get(set, sequence) ?? 0) * SLOTS,
  };
}

/** The highest sequence ever given. */
export function prepareLastSequence(db: BetterSqlite3.Database): () => number {
  const read = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'vector_block'").pluck();
  return () => read.get() ?? 0;
}

export function prepareVectorCount(db: BetterSqlite3.Database): (set: number) => number {
  const read = db.prepare<[number], number>('SELECT vectors FROM vector_count WHERE set_id = ?').pluck();
  return (set) => read.get(set) ?? 0;
}
