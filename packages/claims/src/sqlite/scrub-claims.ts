import type { Blake3 } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { NoteWork } from '../note-work.ts';
import { bandCodes } from './codes.ts';
import type { LiveClaim } from './note-statements.ts';
import { sweepTerms } from './sweep-terms.ts';

const SECRET = bandCodes.toCode('secret');

/**
 * Removes, instead of keeping as history, the readable rows of text that has become secret: all of the note's where the
 * note itself is secret now, else those whose bytes stand in a secret segment. True where it removed any: interned terms went too.
 */
export function scrubClaims(
  db: BetterSqlite3.Database,
  work: NoteWork,
  gone: readonly LiveClaim[],
  note: number,
  hash: Blake3,
): boolean {
  const readable = gone.filter((row) => row.band !== SECRET);
  if (readable.length === 0) return false;
  const keys = new Set<number>();
  if (work.note.band === 'secret') {
    const rows = db.prepare<[number, number], { key: number }>(
      'SELECT key FROM claim WHERE note = ? AND band <> ?',
    );
    for (const row of rows.all(note, SECRET)) keys.add(row.key);
  } else {
    const secret = work.note.segments.filter((segment) => segment.band === 'secret');
    if (secret.length === 0) return false;
    const fingerprints = new Set(
      secret.map((s) => Buffer.from(hash(work.bytes.subarray(s.span.start, s.span.end))).toString('hex')),
    );
    for (const row of readable) if (fingerprints.has(row.fingerprint.toString('hex'))) keys.add(row.key);
  }
  if (keys.size > 0) deleteClaims(db, [...keys]);
  return keys.size > 0;
}

/** Deletes claims with everything that names them, overwriting what they held. */
export function deleteClaims(db: BetterSqlite3.Database, keys: readonly number[]): void {
  const secure = db.pragma('secure_delete', { simple: true }) as number;
  db.pragma('secure_delete = ON');
  const list = JSON.stringify(keys);
  const among = 'IN (SELECT value FROM json_each(?))';
  db.prepare(`UPDATE claim SET duplicate_of = NULL WHERE duplicate_of ${among}`).run(list);
  db.prepare(`UPDATE claim SET predecessor = NULL WHERE predecessor ${among}`).run(list);
  db.prepare(`DELETE FROM edge WHERE source ${among} OR target ${among}`).run(list, list);
  db.prepare(`DELETE FROM lapse WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM frame WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM frame_key WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM past_validity WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM reference WHERE claim ${among}`).run(list);
  // Edges that others state about these claims are closed when those are read again.
  db.prepare(`DELETE FROM stated_edge WHERE claim ${among}`).run(list);
  // The changelog stays: it holds row keys, which are never used again, and a gap would break its chain.
  db.prepare(`DELETE FROM claim WHERE key ${among}`).run(list);
  sweepTerms(db);
  db.pragma(`secure_delete = ${secure}`);
}
