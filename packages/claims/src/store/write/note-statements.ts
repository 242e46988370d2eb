import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQueries, prepareValues, type Row } from '../queries/prepare-query.ts';
import { type Schema, STORE_TABLES } from '../schema/tables.ts';

/** A row of a claim, with every column. */
export type ClaimValues = Schema['claim'];

/** The hot statements of the write path, prepared once per connection. */
export type NoteStatements = ReturnType<typeof prepareNoteStatements>;

const CLAIM_COLUMNS = Object.keys(STORE_TABLES.claim.columns) as (keyof ClaimValues)[];

/** Identity, validity, record times and relating results of a claim: columns that its note does not update while the claim stays. */
const FIXED_COLUMNS: readonly (keyof ClaimValues)[] = [
  ...(['key', 'id', 'note', 'object', 'inherited', 'status', 'band', 'fingerprint', 'segment'] as const),
  ...(['segment_offset', 'valid_from', 'recorded_from', 'recorded_until', 'duplicate_of'] as const),
  ...(['predecessor', 'superseded_at'] as const),
];

const KEPT_COLUMNS = CLAIM_COLUMNS.filter((column) => !FIXED_COLUMNS.includes(column));

/** A live claim in the form that the reconciler compares. */
export type LiveClaim = Row<'liveClaims'>;

const QUERIES = [
  ...(['noteByPath', 'noteById', 'goneNote', 'updateNote', 'touchNote', 'renameNote', 'removeNote'] as const),
  ...([
    'liveClaims',
    'claimById',
    'setClaimId',
    'moveSpan',
    'keepValidity',
    'retireClaim',
    'reviveClaim',
  ] as const),
  ...(['clearMatches', 'addFormerId', 'noteIdsAreDue', 'addLapse', 'setPredecessor', 'log'] as const),
  ...(['removeAlias', 'clearAliases', 'addAlias', 'clearSegments', 'addSegment', 'fail'] as const),
  ...(['costlyNotes', 'clearFailure'] as const),
] as const;
const VALUES = ['addNote', 'noteTitle', 'aliases', 'doneSegments'] as const;

/** Prepares the statements. */
export function prepareNoteStatements(db: Sqlite.Database) {
  return {
    ...prepareQueries(db, QUERIES),
    ...prepareValues(db, VALUES),
    addClaim: db.prepare<unknown[]>(
      `INSERT INTO claim (${CLAIM_COLUMNS.join(', ')}) VALUES (${CLAIM_COLUMNS.map(() => '?').join(', ')})
       ON CONFLICT (id) DO NOTHING`,
    ),
    updateClaim: db.prepare<unknown[]>(
      `UPDATE claim SET ${KEPT_COLUMNS.map((column) => `${column} = ?`).join(', ')}, valid_from = coalesce(?, valid_from) WHERE key = ?`,
    ),
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
