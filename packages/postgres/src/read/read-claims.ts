import type { AsOf, Claim, ClaimFilter, ClaimPage } from '@memora/claims';
import {
  type ClaimThen,
  columnsThen,
  filterSql,
  holdsAt,
  type JoinedClaimRow,
  joinedClaims,
  putBack,
  readAsOf,
  STORE_TABLES,
  toClaim,
} from '@memora/claims/internal';
import { type ClaimId, normaliseTerm } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Connection } from '../connect/connection.ts';
import { TeamError } from '../connect/team-error.ts';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';
import { ask, askOne } from '../queries/ask.ts';
import { SHOWN_COLUMNS } from '../stored/claim-statements.ts';
import { postgresText } from './postgres-text.ts';

/** One scope of the database, as the principal of a transaction may read it. */
export interface ScopeReading {
  readonly db: Connection;
  readonly scope: number;
  readonly codec: SecretCodec | undefined;
}

export const JOINED: string = joinedClaims(postgresText());

/** Returns claims by id, live and retired, in id order, under the requested ids. */
export async function readClaims(
  reading: ScopeReading,
  ids: Iterable<string>,
  asOf?: AsOf,
): Promise<Map<ClaimId, Claim>> {
  const wanted = [...new Set(ids)];
  const formerly = ask(reading.db, 'formerClaims', reading.scope, wanted);
  // Requested in the same round trip, although few ids are old ones.
  const [found, old] = await Promise.all([readBy(reading, 'id', wanted, 'text[]', asOf), formerly]);
  const byId = new Map(found.map((row) => [row.id as string, toClaim(row, reading.codec)]));
  const ordered = new Map<ClaimId, Claim>();
  for (const id of wanted) {
    const claim = byId.get(id);
    if (claim !== undefined) ordered.set(claim.id, claim);
  }
  if (ordered.size === wanted.length) return ordered;
  const former = old.filter(({ id }) => !byId.has(id));
  if (former.length === 0) return ordered;
  const keys = former.map(({ claim }) => claim);
  const byKey = new Map((await readBy(reading, 'key', keys, 'bigint[]', asOf)).map((row) => [row.key, row]));
  for (const { id, claim } of former) {
    const row = byKey.get(claim);
    if (row !== undefined) ordered.set(id as ClaimId, toClaim(row, reading.codec));
  }
  return ordered;
}

/** Returns the current claims of several scopes in one statement: by scope, in id order. */
export async function readClaimsOver(
  db: Connection,
  scopes: readonly number[],
  ids: Iterable<string>,
  codec: SecretCodec | undefined,
): Promise<Map<number, Map<ClaimId, Claim>>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const [rows, old] = await Promise.all([
    select(db, `${JOINED} WHERE claim.scope = ANY ($1::int[]) AND claim.id = ANY ($2::text[])`, [
      scopes,
      wanted,
    ]),
    ask(db, 'formerClaimsOver', scopes, wanted),
  ]);
  const found = Map.groupBy(
    rows as unknown as readonly (JoinedClaimRow & { readonly scope: number })[],
    ({ scope }) => scope,
  );
  const all = await Promise.all(
    scopes.map(async (scope) => {
      // Few ids are old: a scope with old ones is queried separately.
      if (old.some((each) => each.scope === scope))
        return [scope, await readClaims({ db, scope, codec }, wanted)] as const;
      const byId = new Map((found.get(scope) ?? []).map((row) => [row.id as string, row]));
      const ordered = wanted.flatMap((id) => byId.get(id) ?? []).map((row) => toClaim(row, codec));
      return [scope, new Map(ordered.map((claim) => [claim.id, claim]))] as const;
    }),
  );
  return new Map(all);
}

/** Returns claims by row key, live and retired; as known at `asOf.known`, if given. */
export async function readClaimsByKey(
  reading: ScopeReading,
  keys: readonly number[],
  asOf?: AsOf,
): Promise<Map<number, Claim>> {
  const rows = await readBy(reading, 'key', keys, 'bigint[]', asOf);
  return new Map(rows.map((row) => [row.key, toClaim(row, reading.codec)]));
}

/** Returns the claims whose keys a query returns; as known at `asOf.known`, if given. */
export async function readClaimsOf(
  reading: ScopeReading,
  keys: string,
  asOf?: AsOf,
): Promise<Map<number, Claim>> {
  const sql = `${JOINED} WHERE claim.scope = $1 AND claim.key = ANY (ARRAY(${keys}))`;
  const rows = await select(reading.db, sql, [reading.scope]);
  const then = await asKnownAt(reading, rows, readAsOf(asOf).known);
  return new Map(then.map((row) => [row.key, toClaim(row, reading.codec)]));
}

/** Returns a page of claims in file order. */
export async function readClaimPage(reading: ScopeReading, filter: ClaimFilter): Promise<ClaimPage> {
  const { db, scope, codec } = reading;
  const time = readAsOf(filter.asOf);
  const after = filter.after === undefined ? null : await findCursor(reading, filter.after);
  const text = postgresText(scope);
  const where = `claim.scope = $1 AND ${filterSql(filter, time, await findTopics(reading, filter), text)}`;
  const behind =
    after === null
      ? ''
      : ` AND (note.path, claim.span_start, claim.id) > (${text.add(after.path, 'text')}, ${text.add(after.start, 'bigint')}, ${text.add(after.id, 'text')})`;
  const limit = text.add(filter.limit === undefined ? null : filter.limit + 1, 'bigint');
  const sql = `${JOINED} WHERE ${where}${behind} ORDER BY note.path, claim.span_start, claim.id LIMIT ${limit}`;
  const rows = await asKnownAt(reading, await select(db, sql, text.values), time.known);
  const page = filter.limit === undefined ? rows : rows.slice(0, filter.limit);
  const last = page.at(-1);
  const next =
    rows.length > page.length && last !== undefined ? Buffer.from(last.id).toString('base64url') : null;
  return {
    claims: page.map((row) => toClaim(row, codec)).filter((claim) => holdsAt(claim, time.valid)),
    next,
  };
}

/** Returns the number of claims that pass a filter, `limit` at most. */
export async function countClaims(reading: ScopeReading, filter: ClaimFilter): Promise<number> {
  const text = postgresText(reading.scope);
  const time = readAsOf(filter.asOf);
  const where = `claim.scope = $1 AND ${filterSql(filter, time, await findTopics(reading, filter), text)}`;
  // Oldest first: where nothing was known so early, an index says so without a claim being read.
  const order = time.known === undefined ? '' : ' ORDER BY claim.recorded_from';
  const few = filter.limit === undefined ? '' : `${order} LIMIT ${text.add(filter.limit, 'bigint')}`;
  const [row] = await reading.db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM memora.claim JOIN memora.note ON note.scope = claim.scope AND note.key = claim.note WHERE ${where}${few}) AS found`,
    text.values,
  );
  return row?.count ?? 0;
}

async function readBy(
  reading: ScopeReading,
  column: 'id' | 'key',
  wanted: readonly unknown[],
  type: string,
  asOf: AsOf | undefined,
): Promise<readonly JoinedClaimRow[]> {
  const { known } = readAsOf(asOf);
  if (wanted.length === 0) return [];
  const sql = `${JOINED} WHERE claim.scope = $1 AND claim.${column} = ANY ($2::${type})`;
  return asKnownAt(reading, await select(reading.db, sql, [reading.scope, wanted]), known);
}

/** Returns rows as they were known at an instant. */
export async function asKnownAt(
  { db, scope }: ScopeReading,
  rows: readonly JoinedClaimRow[],
  known: number | undefined,
): Promise<readonly JoinedClaimRow[]> {
  if (known === undefined || rows.length === 0) return rows;
  const read = await db.query<ClaimThen>(
    `SELECT ${columnsThen(known, postgresText())} FROM memora.claim WHERE claim.scope = $1 AND claim.key = ANY ($2::bigint[])`,
    [scope, rows.map(({ key }) => key)],
  );
  return putBack(rows, read, known);
}

/** Returns the rows of a statement that begins with {@link JOINED}. */
export async function select(
  db: Connection,
  sql: string,
  values: readonly unknown[],
): Promise<JoinedClaimRow[]> {
  const rows = await db.query<JoinedClaimRow>(sql, values);
  return rows.map(fromStoredRow);
}

/** Decodes the texts of a stored row. */
export function fromStoredRow<Row extends object>(row: Row): Row {
  const read = { ...row } as Record<string, unknown>;
  for (const [name, value] of Object.entries(read))
    if (typeof value === 'string') read[name] = fromStoredText(value);
  return read as Row;
}

/** Converts a row of the server's version of {@link JOINED}, where bytes are text. */
export function toShownRow(values: readonly unknown[]): JoinedClaimRow {
  const row: Record<string, unknown> = {};
  // Each shown or cited claim has forty columns, so no key-value pairs are allocated for them.
  for (let i = 0; i < SHOWN_COLUMNS.length; i++) {
    const value = values[i];
    row[SHOWN_COLUMNS[i] as string] =
      typeof value !== 'string'
        ? value
        : IS_BYTES[i]
          ? Buffer.from(value.slice(2), 'hex')
          : fromStoredText(value);
  }
  return row as unknown as JoinedClaimRow;
}

const KINDS: Readonly<Record<string, string>> = STORE_TABLES.claim.columns;
const IS_BYTES = SHOWN_COLUMNS.map((name) => KINDS[name]?.startsWith('blob') ?? false);

async function findCursor({ db, scope }: ScopeReading, cursor: string) {
  const found = await askOne(db, 'placeOfClaim', scope, Buffer.from(cursor, 'base64url').toString());
  if (found !== undefined) return found;
  throw new TeamError('the page cursor is not from Memora, or its claim was erased', {
    code: 'CURSOR_INVALID',
    hint: 'Pass the `next` of the previous page unchanged, or begin again.',
  });
}

/** Returns the topics about a subject, by any of its names, and a predicate; null if neither is given. */
export async function findTopics(
  { db, scope }: ScopeReading,
  { subject, predicate }: ClaimFilter,
): Promise<number[] | null> {
  if (subject === undefined && predicate === undefined) return null;
  const text = (term: string | undefined) => (term === undefined ? null : toStoredText(normaliseTerm(term)));
  const rows = await db.query<{ key: number }>(
    `WITH own AS (SELECT key FROM memora.term WHERE scope = $1 AND digest = md5($2::text) AND text = $2::text),
       names AS (SELECT key FROM own UNION SELECT name FROM memora.alias WHERE scope = $1
         AND note IN (SELECT note FROM memora.alias WHERE scope = $1 AND name IN (SELECT key FROM own)))
     SELECT key FROM memora.topic WHERE scope = $1 AND ($2::text IS NULL OR subject IN (SELECT key FROM names))
       AND ($3::text IS NULL OR predicate IN (SELECT key FROM memora.term WHERE scope = $1 AND digest = md5($3::text) AND text = $3::text))`,
    [scope, text(subject), text(predicate)],
  );
  return rows.map(({ key }) => key);
}
