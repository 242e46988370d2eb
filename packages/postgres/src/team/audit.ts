import type { Connection } from '../connect/connection.ts';
import { enter, transactionAs } from '../connect/transaction-as.ts';
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

/**
 * Reads the acts since a time, oldest first, at most `limit` after the first `skip`. For administrators. Entries have no visible number, because it would
 * reveal how much happens in other workspaces.
 */
export function readAudit(
  {
    since,
    skip = 0,
    limit = 10_000,
  }: { readonly since: Date; readonly skip?: number; readonly limit?: number },
  acting: Acting,
): Promise<AuditEntry[]> {
  return administer(acting, async (db) => {
    const rows = await db.query<Omit<AuditEntry, 'at'> & { at: Date }>(
      `SELECT at, principal, act, detail FROM memora.audit
       WHERE workspace = ANY ((SELECT memora.administered())::int[]) AND at >= $1 ORDER BY at, sequence OFFSET $2 LIMIT $3`,
      [since, skip, limit],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  });
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
  const [row] = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ gone: number }>('SELECT memora.expire_audit($1::int) AS gone', [Math.trunc(days)]),
  );
  return row?.gone ?? 0;
}
