import type { Blake3 } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';

/** Claims appear by row key: keys are never used twice, and an erased claim leaves its entries whole. */
interface ChainedRow {
  readonly sequence: number;
  readonly at: number;
  readonly claim: number;
  readonly kind: string;
  readonly related: number | null;
  readonly detail: string | null;
  readonly hash: Buffer | null;
}

const ROWS = 'SELECT sequence, at, claim, kind, related, detail, hash FROM changelog';

/** Hashes every new entry of the changelog together with the one before it, so that none can be changed or taken out unseen. */
export function chainChangelog(db: BetterSqlite3.Database, blake3: Blake3): void {
  const fresh = db.prepare<[], ChainedRow>(`${ROWS} WHERE hash IS NULL ORDER BY sequence`).all();
  const first = fresh[0];
  if (first === undefined) return;
  const before = db
    .prepare<[number], Buffer>('SELECT hash FROM changelog WHERE sequence < ? ORDER BY sequence DESC LIMIT 1')
    .pluck()
    .get(first.sequence);
  const set = db.prepare('UPDATE changelog SET hash = ? WHERE sequence = ?');
  let hash: Uint8Array = before ?? new Uint8Array(32);
  for (const row of fresh) {
    hash = hashEntry(blake3, hash, row);
    set.run(Buffer.from(hash), row.sequence);
  }
}

/** The sequence number of the first entry that is not what was written; null where the chain is whole. */
export function findBrokenLink(db: BetterSqlite3.Database, blake3: Blake3): number | null {
  let hash: Uint8Array = new Uint8Array(32);
  let expected: number | null = null;
  for (const row of db.prepare<[], ChainedRow>(`${ROWS} ORDER BY sequence`).iterate()) {
    if (row.hash === null) return null;
    if (expected !== null && row.sequence !== expected) return row.sequence;
    hash = hashEntry(blake3, hash, row);
    if (!row.hash.equals(hash)) return row.sequence;
    expected = row.sequence + 1;
  }
  return null;
}

function hashEntry(blake3: Blake3, before: Uint8Array, row: ChainedRow): Uint8Array {
  const { sequence, at, claim, kind, related, detail } = row;
  const body = Buffer.from(JSON.stringify([sequence, at, claim, kind, related, detail]));
  return blake3(Buffer.concat([before, body]));
}
