import { SCHEMA_VERSION } from '@memora/claims/internal';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
import { callForRows, callFunction } from '../queries/call-function.ts';
import { schemaNewer, schemaOlder, TEAM_SCHEMA } from '../schema/migrate.ts';
import type { EmbeddingsLeft } from './embed/settle-vectors.ts';

/** The right to publish a scope until somebody else takes it. */
export interface Lease extends AsyncDisposable {
  /** Decides alone: publishing with an older fence is refused. */
  readonly fence: number;
  readonly epoch: number;
  /** True if all rows must be published: none are yet, or they have another SQLite schema. */
  readonly isWhole: boolean;
  /** The server's time, used for everything recorded in the round. */
  readonly at: Date;
  /** The name of the embedder that the workspace has chosen; null for the server's. */
  readonly embedder: string | null;
  /**
   * Records the identity of the chosen embedder, unless a worker has done so since it was chosen. Returns the
   * recorded identity; null if another one was chosen meanwhile.
   */
  readonly claimEmbedder: (name: string, identity: string, isFree: boolean) => Promise<string | null>;
  /** Runs a transaction that fails once the lease is lost. */
  readonly within: <Result>(work: (db: Connection) => Promise<Result>) => Promise<Result>;
  /**
   * Ends the lease. `seen` records how far the round has read the notes, so that they are not checked again,
   * and `left` the remaining texts to embed.
   */
  readonly end: (seen: string | null, left?: EmbeddingsLeft) => Promise<void>;
}

interface HoldLeaseOptions {
  readonly source: ConnectionSource;
  readonly scope: number;
  readonly holder: string;
  /** Milliseconds after which a silent holder loses the lease; 30,000 by default. */
  readonly lasting?: number | undefined;
  /** Milliseconds to wait for another holder; none by default. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const LASTING_MS = 30_000;
const BETWEEN_MS = 250;

/**
 * Takes the lease of a scope, at once if it is free or expired, and renews it until it is ended. Throws `TEAM_SCOPE_HELD` if somebody still holds it
 * after the wait. Expiry follows the server's clock; only the fence decides who may publish.
 */
export async function holdLease(options: HoldLeaseOptions): Promise<Lease> {
  const { source, scope, holder, signal, lasting = LASTING_MS, wait = 0 } = options;
  const take = () =>
    transactionAs(source, { role: 'publish', scope }, async (db) => {
      const [found, [row]] = await Promise.all([
        askOne(db, 'newestMigration'),
        callForRows(db, 'hold_lease', scope, holder, `${lasting} ms`),
      ]);
      // With an older schema, a worker would publish by rules that have been corrected since. A newer schema
      // needs data that this worker does not write. The transaction's rollback releases the lease.
      const schema = found?.number ?? 0;
      if (schema < TEAM_SCHEMA) throw schemaOlder(schema);
      if (schema > TEAM_SCHEMA) throw schemaNewer(schema);
      return row ?? null;
    });
  const last = performance.now() + wait;
  let taken = await take();
  while (taken === null) {
    if (performance.now() >= last) throw held();
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    signal?.throwIfAborted();
    taken = await take();
  }
  const { fence, epoch, made_by: madeBy, at, embedder, identity } = taken;
  const within: Lease['within'] = (work) => transactionAs(source, { role: 'publish', scope, fence }, work);
  // Not under the fence, whose lock both sides would wait for: a publication holds it until its epoch is set.
  // Renewal and end name the lease in their SQL.
  const beside = (work: (db: Connection) => Promise<unknown>) =>
    transactionAs(source, { role: 'publish', scope }, work).catch(() => undefined);
  // A lease that cannot be renewed may be taken by another worker; the fence then refuses this one's publication.
  let keeping: Promise<unknown> | null = null;
  const keep = (): void => {
    keeping ??= beside((db) => callFunction(db, 'keep_lease', scope, fence, `${lasting} ms`)).finally(() => {
      keeping = null;
    });
  };
  const beat = setInterval(keep, lasting / 3).unref();
  let isEnded = false;
  const end: Lease['end'] = async (seen, left) => {
    clearInterval(beat);
    if (isEnded) return;
    // A pending renewal would arrive after the end, and the scope would be held for nobody.
    await keeping;
    const { target = null, problem = null, isAll = false, done = [], texts = new Map() } = left ?? {};
    const lists = [done, [...texts.keys()], [...texts.values()]] as const;
    const ended = await beside((db) =>
      callFunction(db, 'end_lease', scope, fence, seen, target, problem, isAll, ...lists),
    );
    isEnded = ended !== undefined;
  };
  return {
    fence,
    epoch,
    isWhole: epoch === 0 || madeBy !== SCHEMA_VERSION,
    at,
    embedder,
    claimEmbedder: async (name, asked, isFree) => {
      if (identity === asked || (identity !== null && !isFree)) return identity;
      return within((db) => callFunction(db, 'claim_embedder', scope, fence, name, asked, isFree));
    },
    within,
    end,
    [Symbol.asyncDispose]: () => end(null),
  };
}

function held() {
  return teamError(
    'TEAM_SCOPE_HELD',
    'another worker is at work on this scope',
    'It publishes what there is. If it has ended, its lease expires within half a minute.',
  );
}
