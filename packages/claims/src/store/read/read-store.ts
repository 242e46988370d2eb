import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { AsOf, Claim } from '../../model/claim.ts';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimFilter, ClaimPage, RunCounts, StoreStats } from '../claim-store.ts';
import type { countQueries } from '../queries/lists/count-queries.ts';
import { prepareQueryOnce, prepareValue } from '../queries/prepare-query.ts';
import { SCHEMA_VERSION } from '../schema/migrate-database.ts';
import { asKnownAt } from './as-of/as-known-at.ts';
import { holdsAt } from './as-of/holds-at.ts';
import { readAsOf } from './as-of/read-as-of.ts';
import { JOINED_CLAIMS, type JoinedClaimRow, toClaim } from './claim-rows.ts';
import { filterClaims, prepareFiltered } from './filter/filter-claims.ts';

/**
 * Returns claims by id, live and retired, ordered by id; as they were known then with `asOf.known`. An id that a claim had before its note's id changed also
 * finds the claim, under the requested id.
 */
export function readClaims(
  db: Sqlite.Database,
  ids: Iterable<string>,
  codec: SecretCodec | undefined,
  asOf?: AsOf,
): Map<ClaimId, Claim> {
  const wanted = [...new Set(ids)];
  const now = prepareQueryOnce(db, 'claimsWithIds').all(JSON.stringify(wanted));
  const rows = asKnownAt(db, now, readAsOf(asOf).known);
  const found = new Map(rows.map((row) => [row.id, toClaim(row, codec)]));
  const ordered = new Map<ClaimId, Claim>();
  for (const id of wanted) {
    const claim = found.get(id);
    if (claim !== undefined) ordered.set(claim.id, claim);
  }
  if (ordered.size === wanted.length) return ordered;
  const others = wanted.filter((id) => !found.has(id));
  const former = prepareQueryOnce(db, 'formerIds').all(JSON.stringify(others));
  if (former.length === 0) return ordered;
  const keys = former.map(({ claim }) => claim);
  const byKey = readClaimsByKey(db, keys, codec, asOf);
  for (const { id, claim: key } of former) {
    const claim = byKey.get(key);
    if (claim !== undefined) ordered.set(id as ClaimId, claim);
  }
  return ordered;
}

/** Returns claims by row key, as returned by an index; as they were known then with `asOf.known`. */
export function readClaimsByKey(
  db: Sqlite.Database,
  keys: Iterable<number>,
  codec: SecretCodec | undefined,
  asOf?: AsOf,
): Map<number, Claim> {
  const now = prepareQueryOnce(db, 'claimsWithKeys').all(JSON.stringify([...keys]));
  const rows = asKnownAt(db, now, readAsOf(asOf).known);
  return new Map(rows.map((row) => [row.key, toClaim(row, codec)]));
}

/** Returns a page of claims in file order. */
export function readClaimPage(
  db: Sqlite.Database,
  filter: ClaimFilter,
  codec: SecretCodec | undefined,
): ClaimPage {
  const after = filter.after === undefined ? null : parseCursor(db, filter.after);
  const { sql, values } = filterClaims(db, filter);
  const behind = after === null ? '' : ' AND (note.path, claim.span_start, claim.id) > (?, ?, ?)';
  const place = after === null ? [] : [after.path, after.start, after.id];
  const limit = filter.limit === undefined ? -1 : filter.limit + 1;
  const found = prepareFiltered<JoinedClaimRow>(
    db,
    filter,
    `${JOINED_CLAIMS} WHERE ${sql}${behind} ORDER BY note.path, claim.span_start, claim.id LIMIT ?`,
  ).all(...values, ...place, limit);
  const rows = asKnownAt(db, found, readAsOf(filter.asOf).known);
  const page = filter.limit === undefined ? rows : rows.slice(0, filter.limit);
  const last = page.at(-1);
  const next = rows.length > page.length && last !== undefined ? toCursor(last) : null;
  const { valid } = readAsOf(filter.asOf);
  return { claims: page.map((row) => toClaim(row, codec)).filter((claim) => holdsAt(claim, valid)), next };
}

/** Returns how many claims match a filter, `limit` at most; `after` is ignored. */
export function countClaims(db: Sqlite.Database, filter: ClaimFilter): number {
  const { sql, values } = filterClaims(db, filter);
  const count = `SELECT count(*) FROM (SELECT 1 FROM claim JOIN note ON note.key = claim.note WHERE ${sql} LIMIT ?)`;
  return (
    prepareFiltered<number>(db, filter, count)
      .pluck()
      .get(...values, filter.limit ?? -1) ?? 0
  );
}

/** Returns size and modification time of notes when they were indexed. */
export function readFileStates(
  db: Sqlite.Database,
  paths?: readonly string[],
): Map<string, { size: number; mtimeMs: number }> {
  const rows =
    paths === undefined
      ? prepareQueryOnce(db, 'fileStates').all()
      : prepareQueryOnce(db, 'fileStatesAt').all(JSON.stringify(paths));
  return new Map(rows.map(({ path, size, mtime }) => [path, { size, mtimeMs: mtime }]));
}

/** Returns counts from indexes, all of one state: they are read after each indexing run, even an empty one. */
export function readStats(db: Sqlite.Database): StoreStats {
  const count = counterOf(db);
  return db.transaction(() => toStats(count))();
}

/** Returns only the counts of a run's report: after indexing one note, a walk over all notes and edges would take most of the time. */
export function readRunCounts(db: Sqlite.Database): RunCounts {
  const count = counterOf(db);
  return db.transaction(() => toRunCounts(count))();
}

/** The name of a count. */
export type CountName = keyof typeof countQueries;

/** Returns the counts of a store from the results of its queries. */
export function toStats(count: (name: CountName) => number): StoreStats {
  return {
    notes: count('countNotes') - count('countGone') - count('countPages'),
    ...toRunCounts(count),
    retired: count('countRetired'),
    edges: count('countEdges') - count('countEnded'),
    failures: count('countFailures'),
    schemaVersion: SCHEMA_VERSION,
  };
}

function toRunCounts(count: (name: CountName) => number): RunCounts {
  return {
    claims: count('countClaims') - count('countRetired') - count('countOfPages'),
    contested: count('countContested'),
    stale: count('countStaleFacts'),
  };
}

function counterOf(db: Sqlite.Database): (name: CountName) => number {
  return (name) => prepareValue(db, name).get() ?? 0;
}

/** The last claim of a page. Only its id: a path may be the name of a secret note. */
function toCursor(row: JoinedClaimRow): string {
  return Buffer.from(row.id).toString('base64url');
}

function parseCursor(db: Sqlite.Database, cursor: string): { path: string; start: number; id: string } {
  const id = Buffer.from(cursor, 'base64url').toString();
  const found = prepareQueryOnce(db, 'placeOfClaim').get(id);
  if (found !== undefined) return found;
  throw new ClaimsError('the page cursor is not from Memora, or its claim was erased', {
    code: 'CURSOR_INVALID',
    hint: 'Pass the `next` of the previous page unchanged, or begin again.',
  });
}
