import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQueries, prepareValues, type Row } from '../queries/prepare-query.ts';
import { CLAIM_COLUMNS, KEPT_COLUMNS } from '../schema/claim-columns.ts';
import type { Schema } from '../schema/tables.ts';

/** A row of a claim, with every column. */
export type ClaimValues = Schema['claim'];

/** The statements that run for every note, prepared once per connection. */
export type NoteStatements = ReturnType<typeof prepareNoteStatements>;

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
    ...prepareQueries(db, ['addClaim', 'updateClaim']),
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
