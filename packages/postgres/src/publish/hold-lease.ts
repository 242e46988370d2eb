import { SCHEMA_VERSION } from '@memora/claims/internal';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { schemaNewer, schemaOlder, TEAM_SCHEMA } from '../schema/migrate.ts';

/** The right to publish a scope until somebody else takes it. */
export interface Lease extends AsyncDisposable {
  /** Decides alone: publishing with an older fence is refused. */
  readonly fence: number;
  readonly epoch: number;
  /** True if all rows must be published: none are yet, or they have another SQLite schema. */
  readonly isWhole: boolean;
  /** The server's time, used for everything recorded in the round. */
  readonly at: Date;
  /** Runs a transaction that fails once the lease is lost. */
  readonly within: <Result>(work: (db: Connection) => Promise<Result>) => Promise<Result>;
  /** Ends the lease. `seen` records how far the round has read the notes, so that they are not checked again. */
  readonly end: (seen: string | null) => Promise<void>;
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
      const [[found], [row]] = await Promise.all([
        db.query<{ schema: number }>('SELECT max(number) AS schema FROM memora.migration'),
        db.query<{ fence: number; epoch: number; made_by: number | null; at: Date }>(
          "SELECT fence, epoch, made_by, at FROM memora.hold_lease($1, $2, $3::int * interval '1 ms')",
          [scope, holder, lasting],
        ),
      ]);
      // With an older schema, a worker would publish by rules that have been fixed since; a newer one needs what this worker does not write. The transaction's
      // rollback releases the lease.
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
  // Without the fence, whose lock both sides would wait for: a publication holds it until its epoch is set. Renewal and end name the lease in their SQL.
  const beside = (sql: string, values: readonly unknown[]) =>
    transactionAs(source, { role: 'publish', scope }, (db) => db.rows(sql, values)).catch(() => undefined);
  // A lease that cannot be renewed may be taken by another worker; the fence then refuses this one's publication.
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
    // A pending renewal would arrive after the end and hold the scope for nobody.
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
