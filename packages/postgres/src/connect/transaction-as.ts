import { callFunction } from '../queries/call-function.ts';
import type { Connection, ConnectionSource } from './connection.ts';
import { explainRefusals } from './explain-refusals.ts';
import { retryLost } from './retry-lost.ts';
import type { SignContext } from './sign-context.ts';
import { teamError } from './team-error.ts';
import { isConnectionLost } from './to-postgres-error.ts';

/** The database role that a transaction takes. */
type TeamRole = 'ask' | 'write' | 'publish' | 'admin';

/** The acting person or program. */
export interface Principal {
  /** Issuer and subject of a token, or another unique name. */
  readonly name: string;
  readonly groups?: readonly string[];
}

/** The owner of a transaction: a principal in a workspace, or a worker on a scope. */
type TransactionOwner =
  | { readonly role: 'ask' | 'write' | 'admin'; readonly principal: Principal; readonly workspace: string }
  | { readonly role: 'publish'; readonly scope: number | null; readonly fence?: number };

interface TransactionOptions {
  /** Statement timeout in milliseconds; 30,000 by default, 10 minutes for a worker. */
  readonly timeout?: number | undefined;
  /** Aborts the transaction: the server cancels its statement, and the caller is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** True if the work sends all its statements before it waits for an answer: COMMIT is then sent with them, and the whole takes one round trip. */
  readonly isSentWhole?: boolean;
}

/**
 * A generic plan looks expensive by its estimate but reads few rows. JIT compilation would take a hundred times as long, and a small table would be
 * read whole although an index finds ten rows of it.
 */
const PLANNING: Readonly<Record<TeamRole, string>> = {
  ask: ' SET LOCAL jit = off; SET LOCAL enable_seqscan = off;',
  write: '',
  publish: '',
  admin: '',
};

/**
 * Runs work in one transaction, with a role and a principal that are valid only in it. All table access goes through it. Nothing is set for the
 * session, so the connection can serve anyone next, even through a pooler. An `ask` is retried once if its connection breaks, so its work may run twice.
 */
export function transactionAs<Result>(
  source: ConnectionSource,
  owner: TransactionOwner,
  work: (connection: Connection) => Promise<Result>,
  { timeout, signal, isSentWhole = false }: TransactionOptions = {},
): Promise<Result> {
  const { role } = owner;
  const limit = timeout ?? (role === 'publish' ? 600_000 : 30_000);
  const mode = role === 'ask' ? 'ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'READ WRITE';
  const once = () =>
    inTransaction(
      source,
      `BEGIN ${mode}; SET LOCAL statement_timeout = ${Math.trunc(limit)}; SET LOCAL search_path = pg_catalog;${PLANNING[role]}
     SET LOCAL ROLE memora_${role}`,
      work,
      (connection) => enter(connection, source, owner),
      { isWaitedFor: role !== 'ask', isSentWhole, signal },
    );
  return role === 'ask' ? retryLost(once) : once();
}

/** Sends the signed acting principal to the database, which checks the role that was signed for. Must run inside a transaction. */
export function enter(
  connection: Connection,
  { sign }: Pick<ConnectionSource, 'sign'>,
  owner: TransactionOwner,
): Promise<unknown> {
  if (owner.role === 'publish') {
    const { role, scope, fence = null } = owner;
    return callFunction(connection, 'enter', needed(sign)({ role, scope, fence }));
  }
  const { role, principal, workspace } = owner;
  if (sign === undefined && role === 'ask')
    return callFunction(connection, 'enter_self', principal.name, workspace);
  const signed = needed(sign)({ role, who: principal.name, groups: principal.groups ?? [], workspace });
  return callFunction(connection, 'enter', signed);
}

function needed(sign: SignContext | undefined): SignContext {
  if (sign !== undefined) return sign;
  throw teamError(
    'TEAM_SIGNING_KEY_MISSING',
    'nothing is written or published without the key that servers sign with',
    'Name its file in MEMORA_TEAM_SIGNING_KEY_FILE on servers and workers; people write through a server.',
  );
}

/**
 * Runs work between `begin` and COMMIT; rolls back if it throws. The answers to `begin` and `enter` are not awaited: the first statement of the work
 * is sent with them, and fails if they fail.
 */
export function inTransaction<Result>(
  source: ConnectionSource,
  begin: string,
  work: (connection: Connection) => Promise<Result>,
  entering: (connection: Connection) => Promise<unknown> = async () => undefined,
  {
    isWaitedFor = true,
    isSentWhole = false,
    signal,
  }: Pick<TransactionOptions, 'isSentWhole' | 'signal'> & { readonly isWaitedFor?: boolean } = {},
): Promise<Result> {
  return source.withConnection(
    async (lent) => {
      const { connection, toCause } = explainRefusals(lent);
      const started = Promise.all([connection.run(begin), entering(connection)]);
      started.catch(() => undefined);
      let sent: Promise<void> | null = null;
      try {
        const working = work(connection);
        // If something in the transaction failed, the server turns COMMIT into ROLLBACK.
        if (isSentWhole) sent = connection.run('COMMIT');
        sent?.catch(() => undefined);
        const result = await working;
        await started;
        const ended = sent ?? connection.run('COMMIT');
        // A read has nothing to lose, so its end is sent without waiting a round trip for the answer.
        if (isWaitedFor) await ended;
        else ended.catch(() => undefined);
        return result;
      } catch (error) {
        const first = await started.then(
          () => error,
          (earlier: unknown) => earlier,
        );
        if (sent === null && !isConnectionLost(first) && !isConnectionLost(error)) await lent.run('ROLLBACK');
        await sent?.catch(() => undefined);
        throw toCause(first);
      }
    },
    { signal },
  );
}
