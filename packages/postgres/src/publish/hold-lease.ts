import { SCHEMA_VERSION } from '@memora/claims/internal';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { schemaNewer, schemaOlder, TEAM_SCHEMA } from '../schema/migrate.ts';

/** The right to publish a scope, until somebody else takes it. */
export interface Lease extends AsyncDisposable {
  /** Decides alone: who publishes with an older one is refused. */
  readonly fence: number;
  readonly epoch: number;
  /** True where all rows are to be published: there are none yet, or they are those of another schema of SQLite. */
  readonly isWhole: boolean;
  /** What time the server has: that of everything that is recorded in the round. */
  readonly at: Date;
  /** A transaction that is refused once the lease is lost. */
  readonly within: <Result>(work: (db: Connection) => Promise<Result>) => Promise<Result>;
  /** Ends the lease; `seen` is what the round has read of the notes, so that nobody looks at them again. */
  readonly end: (seen: string | null) => Promise<void>;
}

interface HoldLeaseOptions {
  readonly source: ConnectionSource;
  readonly scope: number;
  readonly holder: string;
  /** Milliseconds until a lease is over whose holder says nothing more; 30,000 by default. */
  readonly lasting?: number | undefined;
  /** Milliseconds to wait for another holder; none by default. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const LASTING_MS = 30_000;
const BETWEEN_MS = 250;

/**
 * Takes the lease of a scope, at once where nobody holds it or the holder's is over, and keeps it alive until it is ended. Throws `TEAM_SCOPE_HELD`
 * where somebody holds it still after the wait. Being alive is told by the server's clock; who may publish is told by the fence alone.
 */
export async function holdLease(options: HoldLeaseOptions): Promise<Lease> {
  const { source, scope, holder, signal, lasting = LASTING_MS, wait = 0 } = options;
  const take = () =>
    transactionAs(source, { role: 'publish', scope }, async (db) => {
      const [[found], [row]] = await Promise.all([
        db.query<{ schema: number }>('SELECT max(number) AS schema FROM memora.migration'),
        db.query<{ fence: number; epoch: number; made_by: number | null; at: Date }>(
          "SELECT fence, epoch, made_by, at FROM memora.hold_lease($1, $2, $3::int * interval '1 ms')",
          [scope, holder, lasting],
        ),
      ]);
      // By an older schema a worker would publish by rules that were fixed since; a newer one asks for what this worker does not write. What it
      // took is given back with the transaction.
      const schema = found?.schema ?? 0;
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
  const { fence, epoch, made_by: madeBy, at } = taken;
  const within: Lease['within'] = (work) => transactionAs(source, { role: 'publish', scope, fence }, work);
  // Without the fence, whose lock would be waited for both ways: a publication holds it until its epoch is set. What keeps and ends names it.
  const beside = (sql: string, values: readonly unknown[]) =>
    transactionAs(source, { role: 'publish', scope }, (db) => db.rows(sql, values)).catch(() => undefined);
  // One that cannot be kept is lost to whoever takes it; the fence then refuses what is published here.
  let keeping: Promise<unknown> | null = null;
  const keep = (): void => {
    keeping ??= beside("SELECT memora.keep_lease($1, $2, $3::int * interval '1 ms')", [
      scope,
      fence,
      lasting,
    ]).finally(() => {
      keeping = null;
    });
  };
  const beat = setInterval(keep, lasting / 3).unref();
  let isEnded = false;
  const end = async (seen: string | null) => {
    clearInterval(beat);
    if (isEnded) return;
    // One that is under way would arrive behind the end, and hold the scope for nobody.
    await keeping;
    const ended = await beside('SELECT memora.end_lease($1, $2, $3::text::xid8)', [scope, fence, seen]);
    isEnded = ended !== undefined;
  };
  return {
    fence,
    epoch,
    isWhole: epoch === 0 || madeBy !== SCHEMA_VERSION,
    at,
    within,
    end,
    [Symbol.asyncDispose]: () => end(null),
  };
}

function held() {
  return teamError(
    'TEAM_SCOPE_HELD',
    'another worker is at work on this scope',
    'It publishes what there is. Where it is gone, its lease is over within half a minute.',
  );
}
