import type { Connection, ConnectionSource } from './connection.ts';
import { explainRefusals } from './explain-refusals.ts';
import { retryLost } from './retry-lost.ts';
import type { SignContext } from './sign-context.ts';
import { teamError } from './team-error.ts';
import { isConnectionLost } from './to-postgres-error.ts';

/** What a transaction may do: the role of the database that it takes. */
type TeamRole = 'ask' | 'write' | 'publish' | 'admin';

/** Who asks. */
export interface Principal {
  /** Issuer and subject of a token, or another name that nobody else bears. */
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Whose transaction it is: that of a principal in a workspace, or that of a worker on a scope. */
type TransactionOwner =
  | { readonly role: 'ask' | 'write' | 'admin'; readonly principal: Principal; readonly workspace: string }
  | { readonly role: 'publish'; readonly scope: number | null; readonly fence?: number };

interface TransactionOptions {
  /** Milliseconds that a statement may take; 30,000 by default, 10 minutes for a worker. */
  readonly timeout?: number | undefined;
  /** Ends the transaction: its statement is cancelled on the server, and whoever waits is told the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** True where the work sends all it has to say before it waits for an answer: the end goes out with it, and the whole takes one round trip. */
  readonly isSentWhole?: boolean;
}

/**
 * A plan that is made for whatever may be asked is dear by its estimate, and few rows in truth: code that is made for it takes a hundred times as
 * long, and a small table is read whole where an index finds ten rows of it.
 */
const PLANNING: Readonly<Record<TeamRole, string>> = {
  ask: ' SET LOCAL jit = off; SET LOCAL enable_seqscan = off;',
  write: '',
  publish: '',
  admin: '',
};

/**
 * Runs work in one transaction under a role and a principal that hold for it alone: the only way to the tables. Nothing is set for the
 * session, so that the connection may serve anybody else next, through a pooler too. What only asks is begun anew, once, where its connection breaks: the work of an `ask` may run twice.
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

/** Says to the database who acts, signed; the roles of whoever acts have to be those that were signed for. Must be inside a transaction. */
export function enter(
  connection: Connection,
  { sign }: Pick<ConnectionSource, 'sign'>,
  owner: TransactionOwner,
): Promise<unknown> {
  if (owner.role === 'publish') {
    const { role, scope, fence = null } = owner;
    return connection.rows('SELECT memora.enter($1::text)', [needed(sign)({ role, scope, fence })]);
  }
  const { role, principal, workspace } = owner;
  if (sign === undefined && role === 'ask')
    return connection.rows('SELECT memora.enter_self($1::text, $2::text)', [principal.name, workspace]);
  const signed = needed(sign)({ role, who: principal.name, groups: principal.groups ?? [], workspace });
  return connection.rows('SELECT memora.enter($1::text)', [signed]);
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
 * Runs work between `begin` and COMMIT; undoes it where it throws. What `begin` and `enter` answer is not waited for: the first statement of the
 * work goes out with them, and fails where they fail.
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
        // Of a transaction in which something failed, the server makes a ROLLBACK of it.
        if (isSentWhole) sent = connection.run('COMMIT');
        sent?.catch(() => undefined);
        const result = await working;
        await started;
        const ended = sent ?? connection.run('COMMIT');
        // What only read has nothing to lose: its end goes out, and nobody waits a round trip for the answer.
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
