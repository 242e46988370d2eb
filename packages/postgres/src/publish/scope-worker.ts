import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { indexVault, type SqliteClaimStore } from '@memora/claims';
import { LEDGER_FILE, writePublicationMark } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import { makeFolder, placeAt } from '@memora/privacy/files';
import type { Embedder } from '@memora/retrieval';
import { LEXICAL_INDEX, readShownVectors, VECTOR_INDEX } from '@memora/retrieval/internal';
import { openVault } from '@memora/vault';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Tracing, UNTRACED } from '../connect/tracing.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import type { Sealing } from '../notes/seal-blob.ts';
import { type FilledFolder, fillWorkingFolder } from './fill-working-folder.ts';
import { holdLease } from './hold-lease.ts';
import type { KeptStores } from './kept-stores.ts';
import { openScopeStore } from './open-scope-store.ts';
import type { EmbeddedVectors } from './open-worker-vectors.ts';
import { publishChanges } from './publish-changes.ts';
import { GRAPH_FROM, type NearState, readNearState } from './publish-vectors.ts';
import { keepUp, type ScopeUpkeep, type UpkeepReport } from './scope-upkeep.ts';

/** Milliseconds that a graph may take to be built. */
const LONGEST_GRAPH_MS = 7_200_000;

export interface WorkOptions extends Sealing {
  readonly source: ConnectionSource;
  readonly scope: number;
  /** Bytes of notes that are taken at once, the smallest first, and one at least; all by default. */
  readonly bytes?: number | undefined;
  /** Where this worker keeps its folders, one a scope; made for its user alone. */
  readonly folder: string;
  /** Names the database, so that no folder of another one is taken for this. */
  readonly database: string;
  readonly codec: SecretCodec | undefined;
  /** Embeds the claims. All workers of a scope take the same; null, and none by default, publishes no vectors. */
  readonly embedder?: Embedder | null | undefined;
  /** From how many vectors on a scope has a graph; 50,000 by default. */
  readonly graphFrom?: number | undefined;
  /** Says who holds the scope; another for each worker. */
  readonly holder?: string;
  /** Milliseconds until the lease of a worker that says nothing more is over; 30,000 by default. */
  readonly lasting?: number | undefined;
  /** Milliseconds to wait for another worker on the same scope; none by default. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each round. */
  readonly tracing?: Tracing | undefined;
  /** What is due every day; nothing by default. It is done once the notes are published. */
  readonly upkeep?: ScopeUpkeep | undefined;
  /** Keeps stores open between rounds; each is opened and closed by default. */
  readonly stores?: KeptStores | undefined;
  /** The work on claims under the lease, before notes are read. */
  readonly before?: (store: SqliteClaimStore) => Promise<void>;
  /** The time of what is recorded; that of the database by default, whatever this machine's clock says. */
  readonly now?: () => Date;
}

/** What a round on one scope did. */
export interface WorkReport {
  readonly scope: number;
  /** The epoch that stands now. */
  readonly epoch: number;
  /** Rows that were published; 0 where nothing had changed, and no epoch was made. */
  readonly rows: number;
  /** Rows that were taken back first, because this folder did not hold the last publication. */
  readonly takenBack: number;
  /** Notes that were brought here. */
  readonly notes: number;
  /** How many bytes those are. */
  readonly bytes: number;
  /** Notes that wait for the next round. */
  readonly left: number;
  readonly milliseconds: number;
  /** Notes that could not be opened or indexed, with a code. */
  readonly failures: readonly { readonly path: string; readonly code: string }[];
  /** How far embedding got; null without an embedder. */
  readonly vectors: EmbeddedVectors | null;
  /** What was due today and is done. */
  readonly upkeep: readonly UpkeepReport[];
}

/**
 * One round on a scope: takes the lease, brings the changed notes, indexes them, and publishes what changed under the next epoch, in one
 * transaction. Throws `TEAM_SCOPE_HELD` where another worker is at it, and `TEAM_FENCED`
 * where one has taken the scope meanwhile; then nothing of this round is published.
 */
export async function workOnScope(options: WorkOptions): Promise<WorkReport> {
  const { scope, folder, tracing = UNTRACED } = options;
  const begun = performance.now();
  const holder = options.holder ?? randomUUID();
  const root = join(folder, `scope-${scope}`);
  makeFolder(placeAt(root));
  await using lease = await holdLease({ ...options, holder });
  const { within } = lease;
  const opened = await openScopeStore(root, lease, options);
  const { store, vectors, takenBack, isNewIndex } = opened;
  let isKept = false;
  try {
    await options.before?.(store);
    const [notes, near] = await within((db) =>
      Promise.all([
        // What was erased has no head that says so.
        fillWorkingFolder(db, scope, root, options, {
          asked: options.before === undefined ? opened.seen : null,
          bytes: options.bytes,
        }),
        readNearState(db, scope),
      ]),
    );
    await finishErasures(store, notes.erased, options);
    await store.unsettle(notes.changed);
    const vault = await openVault(root);
    tellLag(tracing, scope, notes, lease.at);
    const report = await tracing.span('memora.index', async (tell) => {
      tell({ 'memora.scope': scope, 'memora.notes': notes.brought });
      return indexVault({
        vault,
        store,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        // A ledger concerns every note, and so does an index that has not seen them all.
        ...(notes.paths === null || notes.paths.includes(LEDGER_FILE) || !isFilled(store) || takenBack > 0
          ? {}
          : { paths: notes.paths }),
        now: options.now ?? (() => lease.at),
      });
    });
    const embedded = await vectors.sync(store, options.signal);
    const failures = [...notes.failures, ...report.failures.map(({ note, code }) => ({ path: note, code }))];
    const { epoch, rows, hides } = await tracing.span('memora.publish', async (tell) => {
      const published = await publishChanges(store, lease, options, near, isNewIndex);
      tell({ 'memora.scope': scope, 'memora.epoch': published.epoch, 'memora.rows': published.rows });
      return published;
    });
    await makeGraph(store, options, near);
    tellLag(tracing, scope, { brought: failures.length, oldest: null }, lease.at);
    // What failed is tried again the next time, among all notes.
    const seen = failures.length > 0 || notes.left > 0 ? null : notes.seen;
    if (options.stores !== undefined) store.changes?.forget();
    writePublicationMark(store.database, { ...options, epoch, seen });
    const kept =
      options.upkeep === undefined || notes.left > 0
        ? []
        : await keepUp({ lease, store, root }, { ...options, upkeep: options.upkeep });
    await lease.end(seen);
    // What was taken out stands in the log of the file until that is closed: an erasure of another worker, or what is secret now.
    isKept =
      store.changes !== null &&
      !isNewIndex &&
      takenBack === 0 &&
      !hides &&
      notes.erased.length === 0 &&
      options.before === undefined;
    const vectorsDone = { vectors: embedded, upkeep: kept };
    const { brought, bytes, left } = notes;
    const milliseconds = performance.now() - begun;
    return {
      scope,
      epoch,
      rows,
      takenBack,
      notes: brought,
      bytes,
      left,
      milliseconds,
      failures,
      ...vectorsDone,
    };
  } finally {
    if (isKept && options.stores !== undefined) await options.stores.keep(opened);
    else await store.close();
  }
}

/** Takes out what is left of notes whose erasure was cut short: the ledger names their claims, and their bytes are gone. */
async function finishErasures(
  store: SqliteClaimStore,
  notePaths: readonly string[],
  { now }: WorkOptions,
): Promise<void> {
  if (notePaths.length === 0) return;
  const { claims } = await store.planErasure({ notePaths });
  await store.erase({ claimIds: claims.map(({ claim }) => claim.id), notePaths }, now?.());
}

/** How much of a scope is not published: notes, and since when the oldest of them waits. */
function tellLag(
  { measure }: Tracing,
  scope: number,
  { brought, oldest }: Pick<FilledFolder, 'brought' | 'oldest'>,
  now: Date,
): void {
  measure('memora.lag.notes', brought, { 'memora.scope': scope });
  const seconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest) / 1000);
  measure('memora.lag.seconds', seconds, { 'memora.scope': scope });
}

function isFilled({ indexStatus }: SqliteClaimStore): boolean {
  return [LEXICAL_INDEX, VECTOR_INDEX].every((name) => indexStatus.isComplete(name) === true);
}

/** Builds the graph of a large scope, once its vectors are published: whoever asks meanwhile compares them one by one. */
async function makeGraph(
  { database }: SqliteClaimStore,
  { source, scope, graphFrom = GRAPH_FROM }: WorkOptions,
  { home, graphs }: NearState,
): Promise<void> {
  const shown = home === null ? null : readShownVectors(database);
  if (shown === null || graphs.includes(shown.set.id) || shown.count() < graphFrom) return;
  const { id, dimensions } = shown.set;
  await transactionAs(
    source,
    // Without the fence, which would be held as long: a graph says nothing that the vectors do not.
    { role: 'publish', scope },
    (db) => db.rows('SELECT memora.make_graph($1, $2, $3)', [scope, id, dimensions]),
    { timeout: LONGEST_GRAPH_MS },
  );
}
