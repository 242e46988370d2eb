import type BetterSqlite3 from 'better-sqlite3';
import { statusCodes } from '../sqlite/codes.ts';
import type { RelateOptions } from './relate-claims.ts';

const RETRACTED = statusCodes.toCode('retracted');

/**
 * Retracts live claims that the ledger forgets and brings back those whose entry was taken out of it. Returns their row keys.
 * A claim brought back has its note read again, because the indexes over its text let go of it.
 */
export function applyForgetting(db: BetterSqlite3.Database, { decisions, now }: RelateOptions): number[] {
  const wanted = JSON.stringify([...decisions.forgotten]);
  const forget = db
    .prepare<[string, number], number>(
      `SELECT key FROM claim WHERE id IN (SELECT value FROM json_each(?)) AND recorded_until IS NULL AND status <> ?`,
    )
    .pluck()
    .all(wanted, RETRACTED);
  // The number is written out so that the partial index serves: what is forgotten is little, what is stored is much.
  const remember = db
    .prepare<[string], { key: number; note: number }>(
      `SELECT key, note FROM claim WHERE status = ${RETRACTED} AND recorded_until IS NULL
       AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(wanted);
  const set = db.prepare('UPDATE claim SET status = ? WHERE key = ?');
  const log = db.prepare('INSERT INTO changelog (at, claim, kind) VALUES (?, ?, ?)');
  for (const key of forget) {
    set.run(RETRACTED, key);
    log.run(now, key, 'forgotten');
    db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)').run(key);
  }
  for (const { key, note } of remember) {
    set.run(statusCodes.toCode('current'), key);
    log.run(now, key, 'remembered');
    db.prepare("UPDATE note SET mtime = -1, hash = x'' WHERE key = ?").run(note);
    db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)').run(key);
  }
  return [...forget, ...remember.map(({ key }) => key)];
}
