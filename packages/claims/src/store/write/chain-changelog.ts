import type { Blake3 } from '@memora/core';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';

/** Claims are identified by row key: keys are never reused, and an erased claim leaves its entries intact. */
type ChainedRow = Row<'chained'>;

/** Hashes every new entry of the changelog together with the previous one, so that changed or removed entries are detected. */
export function chainChangelog(db: Sqlite.Database, blake3: Blake3): void {
  const fresh = prepareQuery(db, 'unchained').all();
  const first = fresh[0];
  if (first === undefined) return;
  const before = prepareValue(db, 'hashBefore').get(first.sequence);
  const set = prepareQuery(db, 'setHash');
  let hash: Uint8Array = before ?? new Uint8Array(32);
  for (const row of fresh) {
    hash = hashEntry(blake3, hash, row);
    set.run(Buffer.from(hash), row.sequence);
  }
  writeMeta(db, HEAD, Buffer.from(hash));
}

/**
 * Returns the sequence number of the first entry that differs from what was written, or of the first missing one at the end; null if the chain is intact. Only
 * the entries of an interrupted run may be unchained, at the end.
 */
export function findBrokenLink(db: Sqlite.Database, blake3: Blake3): number | null {
  let hash: Uint8Array = new Uint8Array(32);
  let next: number | null = null;
  let isTail = false;
  for (const row of prepareQuery(db, 'chained').iterate()) {
    if (isTail && row.hash !== null) return row.sequence;
    if (next !== null && row.sequence !== next) return row.sequence;
    next = row.sequence + 1;
    if (row.hash === null) {
      isTail = true;
      continue;
    }
    hash = hashEntry(blake3, hash, row);
    if (!row.hash.equals(hash)) return row.sequence;
  }
  const head = readMeta<Buffer>(db, HEAD);
  return head === undefined || head.equals(hash) ? null : (next ?? 1);
}

/** The key in `meta` of the last entry's hash. */
const HEAD = 'changelog_head';

function hashEntry(blake3: Blake3, before: Uint8Array, row: ChainedRow): Uint8Array {
  const { sequence, at, claim, kind, related, detail } = row;
  const body = Buffer.from(JSON.stringify([sequence, at, claim, kind, related, detail]));
  return blake3(Buffer.concat([before, body]));
}
