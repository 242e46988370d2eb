import { statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { RelateOptions } from './relate-claims.ts';

const RETRACTED = statusCodes.toCode('retracted');

/** A claim that is forgotten now, and its note. */
export interface Forgotten {
  readonly key: number;
  readonly path: string;
}

/** Retracts live claims that the ledger forgets, and returns them. The indexes still hold their words. */
export function applyForgetting(
  db: Sqlite.Database,
  { decisions, now }: Pick<RelateOptions, 'decisions' | 'now'>,
): Forgotten[] {
  const wanted = JSON.stringify([...decisions.forgotten]);
  const forget = db
    .prepare<[string, number], Forgotten>(
      `SELECT claim.key, note.path FROM claim JOIN note ON note.key = claim.note
       WHERE claim.id IN (SELECT value FROM json_each(?)) AND claim.recorded_until IS NULL AND claim.status <> ?`,
    )
    .all(wanted, RETRACTED);
  const set = db.prepare('UPDATE claim SET status = ? WHERE key = ?');
  const log = db.prepare('INSERT INTO changelog (at, claim, kind) VALUES (?, ?, ?)');
  for (const { key } of forget) {
    set.run(RETRACTED, key);
    log.run(now, key, 'forgotten');
    db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)').run(key);
  }
  return forget;
}

/** A claim that is retracted though no entry forgets it, and its note. */
export interface Remembered {
  readonly key: number;
  readonly note: number;
  readonly path: string;
}

/** Finds the live claims whose entry was taken out of the ledger, or means another claim now. */
export function findRemembered(db: Sqlite.Database, forgotten: ReadonlySet<string>): Remembered[] {
  // The number is written out so that the partial index serves: what is forgotten is little, what is stored is much.
  return db
    .prepare<[string], Remembered>(
      `SELECT claim.key, claim.note, note.path FROM claim JOIN note ON note.key = claim.note
       WHERE claim.status = ${RETRACTED} AND claim.recorded_until IS NULL AND claim.id NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify([...forgotten]));
}

/** Brings claims back. Their notes have to be written again, because the indexes over their text let go of them. */
export function rememberClaims(db: Sqlite.Database, found: readonly Remembered[], now: number): void {
  const set = db.prepare('UPDATE claim SET status = ?, context = -1 WHERE key = ?');
  const log = db.prepare("INSERT INTO changelog (at, claim, kind) VALUES (?, ?, 'remembered')");
  const unsettle = db.prepare("UPDATE note SET mtime = -1, hash = x'' WHERE key = ?");
  const relate = db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)');
  for (const { key, note } of found) {
    set.run(statusCodes.toCode('current'), key);
    log.run(now, key);
    unsettle.run(note);
    relate.run(key);
  }
}
