import type { Connection } from '../connect/connection.ts';
import { enter, transactionAs } from '../connect/transaction-as.ts';
import { callFunction } from '../queries/call-function.ts';
import { type Acting, administer } from './members.ts';

/** An act of a principal, without text: its kind, the claims concerned, and its outcome. */
export interface AuditedAct {
  /** Such as `memora_query`. */
  readonly act: string;
  readonly detail: {
    /** `ok`, or the error code. */
    readonly outcome: string;
    readonly claimIds?: readonly string[];
    /** The numbers of verified and unverified statements of an answer. */
    readonly verified?: number;
    readonly refused?: number;
    readonly version?: number;
    readonly scope?: string;
    /** The person or group whose membership changed. */
    readonly member?: string;
    /** The group that a person was added to, or removed from. */
    readonly group?: string;
    /** The number of notes written, fetched or removed. */
    readonly notes?: number;
  };
}

/** A stored act. */
export interface AuditEntry extends AuditedAct {
  /** ISO 8601, by the database's clock. */
  readonly at: string;
  readonly principal: string;
}

const INSERT = `INSERT INTO memora.audit (workspace, principal, act, detail)
  SELECT s.workspace, memora.principal(), given.act, given.detail FROM memora.scope s, unnest($1::text[], $2::jsonb[]) AS given (act, detail)
  WHERE s.kind = 'workspace' AND s.id = ANY ((SELECT memora.visible_scopes())::int[])`;

/** Records acts of a transaction's principal. Entries are append-only. */
export async function auditWithin(db: Connection, acts: readonly AuditedAct[]): Promise<void> {
  await db.rows(INSERT, toValues(acts));
}

function toValues(acts: readonly AuditedAct[]): readonly unknown[] {
  return [acts.map(({ act }) => act), acts.map(({ detail }) => JSON.stringify(detail))];
}

/** Records acts of a principal in a separate transaction. */
export async function audit(acts: readonly AuditedAct[], { principal, ...acting }: Acting): Promise<void> {
  await auditAll([{ principal, workspace: acting.workspace, acts }], acting);
}

/** Acts of one principal in one workspace. */
export interface ActsOf extends Pick<Acting, 'principal' | 'workspace'> {
  readonly acts: readonly AuditedAct[];
}

/**
 * Records acts of several principals in one transaction and one round trip: all of them, or none if it throws. Returns for each principal whether its acts
 * were stored; those of non-members and former members are not.
 */
export async function auditAll(
  all: readonly ActsOf[],
  { source }: Pick<Acting, 'source'>,
): Promise<boolean[]> {
  const [first] = all;
  if (first === undefined) return [];
  return transactionAs(
    source,
    { role: 'write', principal: first.principal, workspace: first.workspace },
    async (db) => {
      const sent = all.flatMap(({ principal, workspace, acts }, i) => [
        ...(i === 0 ? [] : [enter(db, source, { role: 'write', principal, workspace })]),
        db.rows<[string | null]>(`WITH kept AS (${INSERT}) SELECT memora.principal()`, toValues(acts)),
      ]);
      const answers = await Promise.all(sent);
      // From the second principal on, each principal is sent before its acts.
      return all.map((_, i) => Boolean((answers[i * 2] as [string | null][] | undefined)?.[0]?.[0]));
    },
    { isSentWhole: true },
  );
}

/** A page of the audit. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins, ISO 8601 with microseconds; null for the last page. */
  readonly next: string | null;
}

interface AuditRange {
  readonly since: Date;
  /** The `next` of the previous page; null for the first one. */
  readonly after?: string | null;
  readonly limit?: number;
}

/**
 * Reads the acts since a time, oldest first. A page has `limit` entries, and the others of the same transaction as the last one: they have the same time.
 * Entries have no visible number, because it would reveal how much happens in other workspaces. For administrators.
 */
export function readAuditPage(
  { since, after = null, limit = 10_000 }: AuditRange,
  acting: Acting,
): Promise<AuditPage> {
  return administer(acting, async (db) => {
    const rows = await db.query<Omit<AuditEntry, 'at'> & { at: Date; exact: string }>(
      `SELECT at, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exact, principal, act, detail FROM (
         SELECT entry.* FROM unnest((SELECT memora.administered())::int[]) AS w (id), LATERAL (
           SELECT * FROM memora.audit WHERE workspace = w.id AND at >= $1 AND at > coalesce($2::timestamptz, '-infinity')
           ORDER BY at FETCH FIRST ($3::int) ROWS WITH TIES) AS entry
         ORDER BY entry.at FETCH FIRST ($3::int) ROWS WITH TIES) AS page
       ORDER BY page.at, sequence`,
      [since, after, limit],
    );
    const entries = rows.map(({ exact: _, ...row }) => ({ ...row, at: row.at.toISOString() }));
    return { entries, next: rows.length < limit ? null : (rows.at(-1)?.exact ?? null) };
  });
}

/** Reads the first page of the audit. */
export async function readAudit(range: AuditRange, acting: Acting): Promise<readonly AuditEntry[]> {
  return (await readAuditPage(range, acting)).entries;
}

const DAY_MS = 86_400_000;

/**
 * Creates a cleanup that a worker calls in every round. Once a day it removes audit entries older than this many days; with null it does nothing. A failed call
 * is repeated in the next round.
 */
export function createAuditExpiry(
  days: number | null,
  now: () => number = Date.now,
): (acting: Pick<Acting, 'source'>) => Promise<number> {
  let next = 0;
  return async (acting) => {
    if (days === null || now() < next) return 0;
    const gone = await expireAudit(days, acting);
    next = now() + DAY_MS;
    return gone;
  };
}

/** Removes audit entries older than this many days, at least 30. Returns the number of removed entries. */
export async function expireAudit(days: number, { source }: Pick<Acting, 'source'>): Promise<number> {
  const gone = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    callFunction(db, 'expire_audit', Math.trunc(days)),
  );
  return gone ?? 0;
}
