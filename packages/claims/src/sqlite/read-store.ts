import { type ClaimId, MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { Claim, ClaimStatus } from '../claim.ts';
import type {
  ChangelogEntry,
  ClaimFilter,
  ClaimPage,
  IndexFailure,
  StoredNote,
  StoreStats,
} from '../claim-store.ts';
import { DERIVED_NOTE } from '../derived/derived-page.ts';
import { asKnownAt } from './as-known-at.ts';
import { type JoinedClaimRow, joinedClaims, toClaim } from './claim-rows.ts';
import { bandCodes, statusCodes } from './codes.ts';
import { filterClaims } from './filter-claims.ts';
import { SCHEMA_VERSION } from './open-database.ts';
import { prepareOnce } from './prepare-once.ts';
import { queries, runQuery } from './query-builder.ts';

const BY_IDS = `${joinedClaims().compile().sql} where claim.id in (select value from json_each(?))`;
const BY_KEYS = `${joinedClaims().compile().sql} where claim.key in (select value from json_each(?))`;

/** Claims by id, live and retired, in the order of the ids. */
export function readClaims(
  db: BetterSqlite3.Database,
  ids: Iterable<string>,
  codec: SecretCodec | undefined,
): Map<ClaimId, Claim> {
  const wanted = [...new Set(ids)];
  const rows = prepareOnce<[string], JoinedClaimRow>(db, BY_IDS).all(JSON.stringify(wanted));
  const found = new Map(rows.map((row) => [row.id, toClaim(row, codec)]));
  const ordered = new Map<ClaimId, Claim>();
  for (const id of wanted) {
    const claim = found.get(id);
    if (claim !== undefined) ordered.set(claim.id, claim);
  }
  return ordered;
}

/** Claims by row key, as an index returns them. */
export function readClaimsByKey(
  db: BetterSqlite3.Database,
  keys: Iterable<number>,
  codec: SecretCodec | undefined,
): Map<number, Claim> {
  const rows = prepareOnce<[string], JoinedClaimRow>(db, BY_KEYS).all(JSON.stringify([...keys]));
  return new Map(rows.map((row) => [row.key, toClaim(row, codec)]));
}

/** A page of claims in file order. */
export function readClaimPage(
  db: BetterSqlite3.Database,
  filter: ClaimFilter,
  codec: SecretCodec | undefined,
): ClaimPage {
  let query = filterClaims(db, filter).orderBy('note.path').orderBy('claim.span_start').orderBy('claim.id');
  const after = filter.after === undefined ? null : parseCursor(filter.after);
  if (after !== null) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('note.path', 'claim.span_start', 'claim.id'),
        '>',
        eb.tuple(after.path, after.start, after.id),
      ),
    );
  }
  if (filter.limit !== undefined) query = query.limit(filter.limit + 1);
  const rows = asKnownAt(db, runQuery<JoinedClaimRow>(db, query), filter.asOf?.known);
  const page = filter.limit === undefined ? rows : rows.slice(0, filter.limit);
  const last = page.at(-1);
  const next = rows.length > page.length && last !== undefined ? toCursor(last) : null;
  return { claims: page.map((row) => toClaim(row, codec)), next };
}

/** How many claims a filter lets through; `limit` and `after` play no part. */
export function countClaims(db: BetterSqlite3.Database, filter: ClaimFilter): number {
  const query = filterClaims(db, filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'));
  return runQuery(db, query)[0]?.count ?? 0;
}

export function readNotes(db: BetterSqlite3.Database): StoredNote[] {
  const query = queries
    .selectFrom('note')
    .innerJoin('term', 'term.key', 'note.extractor')
    .selectAll('note')
    .select('term.text as extractor_text')
    .select((eb) =>
      eb
        .selectFrom('claim')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('claim.note', '=', 'note.key')
        .where('claim.recorded_until', 'is', null)
        .as('claims'),
    )
    .where('note.gone_at', 'is', null)
    .where('note.type', 'is not', DERIVED_NOTE)
    .orderBy('note.path');
  return runQuery(db, query).map((row) => ({
    path: row.path,
    noteId: row.note_id,
    title: row.title,
    region: row.region,
    band: bandCodes.toName(row.band),
    type: row.type,
    status: row.status as StoredNote['status'],
    size: row.size,
    mtimeMs: row.mtime,
    contentHash: row.hash.toString('hex'),
    firstSeen: new Date(row.first_seen).toISOString(),
    indexedAt: new Date(row.indexed_at).toISOString(),
    extractor: row.extractor_text,
    segments: row.segments,
    claims: row.claims ?? 0,
    gated: JSON.parse(row.gated) as Record<string, number>,
  }));
}

/** Size and time of change of notes as they were indexed. */
export function readFileStates(
  db: BetterSqlite3.Database,
  paths: readonly string[],
): Map<string, { size: number; mtimeMs: number }> {
  const sql =
    'SELECT path, size, mtime AS mtimeMs FROM note WHERE gone_at IS NULL AND path IN (SELECT value FROM json_each(?))';
  const rows = prepareOnce<[string], { path: string; size: number; mtimeMs: number }>(db, sql).all(
    JSON.stringify(paths),
  );
  return new Map(rows.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
}

export function readFailures(db: BetterSqlite3.Database): IndexFailure[] {
  return runQuery(db, queries.selectFrom('failure').selectAll().orderBy('path')).map((row) => ({
    notePath: row.path,
    code: row.code,
    reason: row.reason,
    attempts: row.attempts,
    at: new Date(row.at).toISOString(),
  }));
}

const claimIdOfEntry = sql<string>`coalesce(claim.id, json_extract(erasure.detail, '$.id'))`;

/** The row key of a claim, also of one that was erased; -1 where the changelog knows none. */
function keyOfLogged(db: BetterSqlite3.Database, id: string): number {
  const live = db.prepare<[string], number>('SELECT key FROM claim WHERE id = ?').pluck().get(id);
  const erased = "SELECT claim FROM changelog WHERE kind = 'erased' AND json_extract(detail, '$.id') = ?";
  return live ?? db.prepare<[string], number>(erased).pluck().get(id) ?? -1;
}

export function readChangelog(
  db: BetterSqlite3.Database,
  filter: { readonly claimId?: string; readonly after?: number; readonly limit?: number },
): ChangelogEntry[] {
  let query = queries
    .selectFrom('changelog')
    .leftJoin('claim', 'claim.key', 'changelog.claim')
    // Of an erased claim the entry about its erasure keeps the id.
    .leftJoin('changelog as erasure', (join) =>
      join.onRef('erasure.claim', '=', 'changelog.claim').on('erasure.kind', '=', 'erased'),
    )
    .leftJoin('claim as other', 'other.key', 'changelog.related')
    .select(['changelog.sequence', 'changelog.at', 'changelog.kind', 'changelog.detail'])
    .select((build) => [claimIdOfEntry.as('claim_id'), build.ref('other.id').as('related_id')])
    .where(claimIdOfEntry, 'is not', null)
    .orderBy('changelog.sequence');
  if (filter.claimId !== undefined)
    query = query.where('changelog.claim', '=', keyOfLogged(db, filter.claimId));
  if (filter.after !== undefined) query = query.where('changelog.sequence', '>', filter.after);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return runQuery(db, query).map((row) => ({
    sequence: row.sequence,
    at: new Date(row.at).toISOString(),
    claimId: row.claim_id as ClaimId,
    kind: row.kind,
    relatedId: row.related_id as ClaimId | null,
    detail: row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>),
  }));
}

/** Counts by what indexes hold: after each run of an index, were it over nothing at all, somebody asks for them. */
export function readStats(db: BetterSqlite3.Database): StoreStats {
  const read = (sql: string): number => db.prepare(`SELECT ${sql}`).pluck().get() as number;
  const count = (sql: string): string => `(SELECT count(*) FROM ${sql})`;
  const pages = `(SELECT key FROM note WHERE type = '${DERIVED_NOTE}')`;
  const live = (status: ClaimStatus): string =>
    count(
      `claim WHERE status = ${statusCodes.toCode(status)} AND recorded_until IS NULL AND note NOT IN ${pages}`,
    );
  return {
    notes: read(
      `${count('note WHERE gone_at IS NULL')} - ${count(`note WHERE type = '${DERIVED_NOTE}' AND gone_at IS NULL`)}`,
    ),
    claims: read(
      `${count('claim')} - ${count('claim WHERE recorded_until IS NOT NULL')}
        - ${count(`claim WHERE note IN ${pages} AND recorded_until IS NULL`)}`,
    ),
    contested: read(live('contested')),
    stale: read(live('stale')),
    retired: read(count('claim WHERE recorded_until IS NOT NULL')),
    edges: read(`${count('edge')} - ${count('edge WHERE recorded_until IS NOT NULL')}`),
    failures: read(count('failure')),
    schemaVersion: SCHEMA_VERSION,
  };
}

function toCursor(row: JoinedClaimRow): string {
  return Buffer.from(JSON.stringify([row.note_path, row.span_start, row.id])).toString('base64url');
}

function parseCursor(cursor: string): { path: string; start: number; id: string } {
  try {
    const [path, start, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      string,
      number,
      string,
    ];
    return { path, start, id };
  } catch (cause) {
    throw new MemoraError('the page cursor is not one of ours', {
      code: 'CURSOR_INVALID',
      hint: 'Pass the `next` of the page before, unchanged.',
      cause,
    });
  }
}
