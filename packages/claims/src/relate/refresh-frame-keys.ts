import type BetterSqlite3 from 'better-sqlite3';
import { createTitleLookup, refreshEntityNames } from './entity-names.ts';
import type { StoredFrame } from './frame-index.ts';
import { type Canonicalise, createCanonicalise, frameKeys } from './frame-keys.ts';
import type { Configure } from './predicate-values.ts';

/** The keys under which something came or went, and the names in force. */
export interface RefreshedKeys {
  readonly keys: ReadonlySet<number>;
  readonly canonicalise: Canonicalise;
}

/** Brings the keys of the claims that are still to be related in line with their frames and with the notes' names. */
export function refreshFrameKeys(db: BetterSqlite3.Database, configure: Configure): RefreshedKeys {
  refreshEntityNames(db);
  const canonicalise = createCanonicalise(createTitleLookup(db));
  const keys = new Set<number>();
  const old = db.prepare<[number], number>('SELECT key FROM frame_key WHERE claim = ?').pluck();
  const remove = db.prepare('DELETE FROM frame_key WHERE claim = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO frame_key (key, claim) VALUES (?, ?)');
  const body = db.prepare<[number], string>('SELECT body FROM frame WHERE claim = ?').pluck();
  for (const claim of db.prepare<[], number>('SELECT claim FROM unrelated').pluck().all()) {
    const before = old.all(claim);
    for (const key of before) keys.add(key);
    if (before.length > 0) remove.run(claim);
    const stored = body.get(claim);
    if (stored === undefined) continue;
    for (const key of frameKeys(JSON.parse(stored) as StoredFrame, canonicalise, configure)) {
      keys.add(key);
      insert.run(key, claim);
    }
  }
  return { keys: sharedKeys(db, keys), canonicalise };
}

/** Only a key that two claims have, or that edges were found under before, can change anything. */
function sharedKeys(db: BetterSqlite3.Database, keys: ReadonlySet<number>): ReadonlySet<number> {
  const sql = `SELECT key FROM frame_key WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key HAVING count(*) > 1`;
  return new Set(
    db
      .prepare<[string], number>(sql)
      .pluck()
      .all(JSON.stringify([...keys])),
  );
}
