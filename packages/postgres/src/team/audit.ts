import type { Connection } from '../connect/connection.ts';
import { enter, transactionAs } from '../connect/transaction-as.ts';
import { type Acting, administer } from './members.ts';

/** Something that a principal did, without text: what kind of thing, to which claims, and what came of it. */
export interface AuditedAct {
  /** Such as `memora_query`. */
  readonly act: string;
  readonly detail: {
    /** `ok`, or the code of the error. */
    readonly outcome: string;
    readonly claimIds?: readonly string[];
    /** How many statements of an answer stood, and how many did not. */
    readonly verified?: number;
    readonly refused?: number;
    readonly version?: number;
    readonly scope?: string;
    /** How many notes were written, brought or taken out. */
    readonly notes?: number;
  };
}

/** An act as it is kept. */
export interface AuditEntry extends AuditedAct {
  /** ISO 8601, by the clock of the database. */
  readonly at: string;
  readonly principal: string;
}

const INSERT = `INSERT INTO memora.audit (workspace, principal, act, detail)
  SELECT s.workspace, memora.principal(), given.act, given.detail FROM memora.scope s, unnest($1::text[], $2::jsonb[]) AS given (act, detail)
  WHERE s.kind = 'workspace' AND s.id = ANY ((SELECT memora.visible_scopes())::int[])`;

/** Keeps acts of the principal of a transaction. They are added to, and changed by nobody. */
export async function auditWithin(db: Connection, acts: readonly AuditedAct[]): Promise<void> {
  await db.rows(INSERT, toValues(acts));
}

function toValues(acts: readonly AuditedAct[]): readonly unknown[] {
  return [acts.map(({ act }) => act), acts.map(({ detail }) => JSON.stringify(detail))];
}

/** Keeps acts of a principal in a transaction of their own. */
export async function audit(acts: readonly AuditedAct[], { principal, ...acting }: Acting): Promise<void> {
  await auditAll([{ principal, workspace: acting.workspace, acts }], acting);
}

/** Acts of one principal in one workspace. */
export interface ActsOf extends Pick<Acting, 'principal' | 'workspace'> {
  readonly acts: readonly AuditedAct[];
}

/**
 * Keeps acts of several principals in one transaction and one round trip: all of them or, where it throws, none. Of each principal in turn, whether its acts
 * are kept now: those of somebody who is no member (any more) are not.
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
      // Of the second principal on, who it is goes before what it did.
      return all.map((_, i) => Boolean((answers[i * 2] as [string | null][] | undefined)?.[0]?.[0]));
    },
    { isSentWhole: true },
  );
}

/**
 * What was done since a moment, oldest first, `limit` entries at most after the first `skip`. For administrators. Entries have no number that they are shown
 * under: it would count what was done in other workspaces.
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
 * What a worker calls in every round: once a day it removes what was audited more than this many days ago. With null it does nothing. A
 * call that fails is made again in the next round.
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

/** Removes what was audited more than this many days ago, 30 at least. Returns how many entries went. */
export async function expireAudit(days: number, { source }: Pick<Acting, 'source'>): Promise<number> {
  const [row] = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    db.query<{ gone: number }>('SELECT memora.expire_audit($1::int) AS gone', [Math.trunc(days)]),
  );
  return row?.gone ?? 0;
}
