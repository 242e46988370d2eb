import type * as Sqlite from '../../model/sqlite-database.ts';
import { type Schema, STORE_TABLES } from '../schema/tables.ts';

/** A row of a claim, with every column in it. */
export type ClaimValues = Schema['claim'];
type NoteRow = Schema['note'];

/** The hot statements of the write path, prepared once for a connection. */
export type NoteStatements = ReturnType<typeof prepareNoteStatements>;

const CLAIM_COLUMNS = Object.keys(STORE_TABLES.claim.columns) as (keyof ClaimValues)[];

/** What identifies a claim, when it was valid and on record, and what relating it found: all that its note does not set anew where it stays. */
const FIXED_COLUMNS: readonly (keyof ClaimValues)[] = [
  ...(['key', 'id', 'note', 'object', 'inherited', 'status', 'band', 'fingerprint', 'segment'] as const),
  ...(['segment_offset', 'valid_from', 'recorded_from', 'recorded_until', 'duplicate_of'] as const),
  ...(['predecessor', 'superseded_at'] as const),
];

const KEPT_COLUMNS = CLAIM_COLUMNS.filter((column) => !FIXED_COLUMNS.includes(column));

/** A live claim as the reconciler compares it. */
export type LiveClaim = Pick<
  ClaimValues,
  | 'key'
  | 'id'
  | 'band'
  | 'inherited'
  | 'topic'
  | 'span_start'
  | 'span_end'
  | 'fingerprint'
  | 'segment'
  | 'segment_offset'
  | 'said'
  | 'context'
  | 'extractor'
  | 'status'
  | 'precision'
  | 'predicate'
  | 'object'
>;

/** Prepares them. */
export function prepareNoteStatements(db: Sqlite.Database) {
  return {
    noteByPath: db.prepare<[string], NoteRow>('SELECT * FROM note WHERE path = ? AND gone_at IS NULL'),
    noteById: db.prepare<[string], NoteRow>('SELECT * FROM note WHERE note_id = ? AND gone_at IS NULL'),
    goneNote: db.prepare<[string, string], NoteRow>(
      'SELECT * FROM note WHERE path = ? AND note_id = ? AND gone_at IS NOT NULL ORDER BY key DESC LIMIT 1',
    ),
    addNote: db
      .prepare<[string, string, number], number>(
        `INSERT INTO note (path, note_id, title, region, band, status, size, mtime, hash, first_seen, indexed_at, extractor, segments, gated)
         VALUES (?, ?, '', '', 0, 'active', 0, 0, x'', ?, 0, 0, 0, '{}') RETURNING key`,
      )
      .pluck(),
    updateNote: db.prepare<unknown[]>(
      `UPDATE note SET path = ?, title = ?, region = ?, band = ?, type = ?, status = ?, size = ?, mtime = ?, hash = ?,
       indexed_at = ?, extractor = ?, pending = ?, segments = ?, gated = ?, declared_id = ?, declares = ?, gone_at = NULL
       WHERE key = ?`,
    ),
    touchNote: db.prepare<[number, number, number, number]>(
      'UPDATE note SET size = ?, mtime = ?, indexed_at = ? WHERE key = ?',
    ),
    renameNote: db.prepare<[string, number]>('UPDATE note SET note_id = ? WHERE key = ?'),
    // By its hash no file is known again any more, but its text is guessed, once it has become secret elsewhere.
    removeNote: db.prepare<[number, number]>("UPDATE note SET gone_at = ?, hash = x'' WHERE key = ?"),
    liveClaims: db.prepare<[number], LiveClaim>(
      `SELECT key, id, band, inherited, topic, span_start, span_end, fingerprint, segment, segment_offset, said, context,
       extractor, status, precision, predicate, object FROM claim WHERE note = ? AND recorded_until IS NULL ORDER BY span_start, key`,
    ),
    claimById: db.prepare<[string], ClaimValues>('SELECT * FROM claim WHERE id = ?'),
    setClaimId: db.prepare<[string, number]>('UPDATE claim SET id = ? WHERE key = ?'),
    clearMatches: db.prepare<[number]>('DELETE FROM ledger_match WHERE note = ?'),
    addFormerId: db.prepare<[string, number]>('INSERT OR REPLACE INTO former_id (id, claim) VALUES (?, ?)'),
    noteIdsAreDue: db.prepare<[]>("INSERT OR REPLACE INTO meta (name, value) VALUES ('note_ids_due', 1)"),
    addClaim: db.prepare<unknown[]>(
      `INSERT INTO claim (${CLAIM_COLUMNS.join(', ')}) VALUES (${CLAIM_COLUMNS.map(() => '?').join(', ')})
       ON CONFLICT (id) DO NOTHING`,
    ),
    moveSpan: db.prepare<[number, number, number]>(
      'UPDATE claim SET span_start = ?, span_end = ? WHERE key = ?',
    ),
    keepValidity: db.prepare<[{ now: number; from: string | null; until: string | null; key: number }]>(
      `INSERT OR IGNORE INTO past_validity (claim, known_until, valid_from, valid_until, precision)
       SELECT key, @now, valid_from, valid_until, precision FROM claim
       WHERE key = @key AND (valid_from IS NOT coalesce(@from, valid_from) OR valid_until IS NOT @until)`,
    ),
    updateClaim: db.prepare<unknown[]>(
      `UPDATE claim SET ${KEPT_COLUMNS.map((column) => `${column} = ?`).join(', ')}, valid_from = coalesce(?, valid_from) WHERE key = ?`,
    ),
    retireClaim: db.prepare<[number, number, number]>(
      'UPDATE claim SET recorded_until = ?, status = ?, duplicate_of = NULL WHERE key = ?',
    ),
    reviveClaim: db.prepare<[number, number, number]>(
      'UPDATE claim SET note = ?, recorded_until = NULL, status = ? WHERE key = ?',
    ),
    addLapse: db.prepare<[number, number, number]>(
      'INSERT OR REPLACE INTO lapse (claim, gone_from, gone_until) VALUES (?, ?, ?)',
    ),
    setPredecessor: db.prepare<[number, number]>('UPDATE claim SET predecessor = ? WHERE key = ?'),
    log: db.prepare<[number, number, string, number | null, string | null]>(
      'INSERT INTO changelog (at, claim, kind, related, detail) VALUES (?, ?, ?, ?, ?)',
    ),
    noteTitle: db.prepare<[number], string>('SELECT title FROM note WHERE key = ?').pluck(),
    aliases: db.prepare<[number], number>('SELECT name FROM alias WHERE note = ?').pluck(),
    removeAlias: db.prepare<[number, number]>('DELETE FROM alias WHERE name = ? AND note = ?'),
    clearAliases: db.prepare<[number]>('DELETE FROM alias WHERE note = ?'),
    addAlias: db.prepare<[number, number]>('INSERT OR IGNORE INTO alias (name, note) VALUES (?, ?)'),
    clearSegments: db.prepare<[number]>('DELETE FROM segment WHERE note = ?'),
    addSegment: db.prepare<[number, Buffer, number]>(
      'INSERT OR IGNORE INTO segment (note, fingerprint, extractor) VALUES (?, ?, ?)',
    ),
    doneSegments: db
      .prepare<[number, number], Buffer>('SELECT fingerprint FROM segment WHERE note = ? AND extractor = ?')
      .pluck(),
    fail: db.prepare<[string, string, string, number, Buffer | null]>(
      `INSERT INTO failure (path, code, reason, attempts, at, print) VALUES (?, ?, ?, 1, ?, ?)
       ON CONFLICT (path) DO UPDATE SET code = excluded.code, reason = excluded.reason, attempts = attempts + 1, at = excluded.at,
         print = excluded.print`,
    ),
    costly: db.prepare<[], { path: string; reason: string; print: Buffer }>(
      "SELECT path, reason, print FROM failure WHERE code = 'NOTE_TOO_COSTLY' AND print IS NOT NULL",
    ),
    clearFailure: db.prepare<[string]>('DELETE FROM failure WHERE path = ?'),
  };
}

/** The positional parameters of `addClaim`. */
export function toInsertParameters(values: ClaimValues): unknown[] {
  return CLAIM_COLUMNS.map((column) => values[column]);
}

/** The positional parameters of `updateClaim`. */
export function toUpdateParameters(values: ClaimValues, key: number): unknown[] {
  return [...KEPT_COLUMNS.map((column) => values[column]), values.valid_from, key];
}
