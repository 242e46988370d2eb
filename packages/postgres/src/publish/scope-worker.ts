import { randomUUID } from 'node:crypto';
import { indexVault, type SqliteClaimStore } from '@memora/claims';
import { LEDGER_FILE, writePublicationMark } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { makeFolder, placeAt } from '@memora/privacy/files';
import { LEXICAL_INDEX, readShownVectors, VECTOR_INDEX } from '@memora/retrieval/internal';
import { openVault } from '@memora/vault';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { type Tracing, UNTRACED } from '../connect/tracing.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import type { WorkerEmbedders } from '../embedders/embedder-book.ts';
import type { Sealing } from '../notes/seal-blob.ts';
import { callFunction } from '../queries/call-function.ts';
import type { EmbedderPlan } from './embed/plan-embedders.ts';
import {
  type EmbeddedVectors,
  type EmbeddingRound,
  type NextTexts,
  settleVectors,
} from './embed/settle-vectors.ts';
import { type FilledFolder, fillWorkingFolder } from './fill-working-folder.ts';
import { holdLease } from './hold-lease.ts';
import type { KeptStores } from './kept-stores.ts';
import { openScopeStore } from './open-scope-store.ts';
import { publishChanges } from './publish-changes.ts';
import { GRAPH_FROM, type NearState, readNearState, WIDEST_GRAPH } from './publish-vectors.ts';
import { scopeFolder } from './scope-folder.ts';
import { keepUp, type ScopeUpkeep, type UpkeepReport } from './scope-upkeep.ts';

/** Milliseconds allowed for building a graph. */
const LONGEST_GRAPH_MS = 7_200_000;
/** Milliseconds allowed for dropping a graph, which blocks questions. */
const LONGEST_DROP_MS = 5_000;

export interface WorkOptions extends Sealing {
  readonly source: ConnectionSource;
  readonly scope: number;
  /** Maximum bytes of notes per round, smallest first, at least one note; all by default. */
  readonly bytes?: number | undefined;
  /** Where this worker keeps its folders, one per scope; readable by its user only. */
  readonly folder: string;
  /** Identifies the database, so that another one's folder is never used. */
  readonly database: string;
  readonly codec: SecretCodec | undefined;
  /** The embedders among which workspaces choose. Without them, vectors stay as they are, and new claims wait for a worker that has them. */
  readonly embedders?: WorkerEmbedders | undefined;
  /** A scope with at least this many vectors gets a graph; 50,000 by default. */
  readonly graphFrom?: number | undefined;
  /** The holder name of the leases; unique per worker. */
  readonly holder?: string;
  /** Milliseconds after which a silent worker loses its lease; 30,000 by default. */
  readonly lasting?: number | undefined;
  /** Milliseconds to wait for another worker on the same scope; none by default. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Records each round. */
  readonly tracing?: Tracing | undefined;
  /** Daily tasks, run after the notes are published; none by default. */
  readonly upkeep?: ScopeUpkeep | undefined;
  /** Keeps stores open between rounds; by default each is opened and closed. */
  readonly stores?: KeptStores | undefined;
  /** Works on claims under the lease, before notes are read. */
  readonly before?: (store: SqliteClaimStore) => Promise<void>;
  /** The time to record; the database's by default, whatever this machine's clock says. */
  readonly now?: () => Date;
}

/** The result of a round on one scope. */
export interface WorkReport {
  readonly scope: number;
  /** The current epoch. */
  readonly epoch: number;
  /** Rows that were published; 0 if nothing changed, and no epoch was made. */
  readonly rows: number;
  /** Rows read back first, because this folder did not have the last publication. */
  readonly takenBack: number;
  /** Notes that were written to the folder. */
  readonly notes: number;
  /** Their total size in bytes. */
  readonly bytes: number;
  /** Notes left for the next round. */
  readonly left: number;
  readonly milliseconds: number;
  /** Notes that could not be opened or indexed, with a code. */
  readonly failures: readonly { readonly path: string; readonly code: string }[];
  /** The state of its vectors; null without an embedder. */
  readonly vectors: EmbeddedVectors | null;
  /** Why the graph of its vectors was not built, as a code; null if nothing failed. Until it is built, vectors are compared one by one. */
  readonly graphProblem: string | null;
  /** The daily tasks that were run. */
  readonly upkeep: readonly UpkeepReport[];
}

/**
 * Runs one round on a scope: takes the lease, fetches the changed notes, indexes them, and publishes the changes under the next epoch in one
 * transaction. Throws `TEAM_SCOPE_HELD` if another worker holds it, and `TEAM_FENCED` if another has taken the scope in the meantime; then nothing of
 * this round is published.
 */
export async function workOnScope(options: WorkOptions): Promise<WorkReport> {
  return (await workWithTexts(options)).report;
}

/** A round on a scope, with the next texts to embed, and the fence that it had. */
interface RoundWithTexts {
  readonly report: WorkReport;
  readonly next: NextTexts | null;
  readonly plan: EmbedderPlan;
  readonly fence: number;
}

/**
 * Runs one round like {@link workOnScope}. It also writes vectors that were made for an earlier round, and
 * returns the next texts, because no round waits for an embedder.
 */
export async function workWithTexts(
  options: WorkOptions,
  embedding?: EmbeddingRound,
): Promise<RoundWithTexts> {
  const { scope, folder, tracing = UNTRACED } = options;
  const begun = performance.now();
  const holder = options.holder ?? randomUUID();
  const root = scopeFolder(folder, scope);
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
        // Erased notes have no head by which this could be noticed.
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
        // A ledger affects every note, and so does an index that has not seen all of them.
        ...(notes.paths === null || notes.paths.includes(LEDGER_FILE) || !isFilled(store) || takenBack > 0
          ? {}
          : { paths: notes.paths }),
        now: options.now ?? (() => lease.at),
      });
    });
    const settled = settleVectors(store, vectors, opened.plan, embedding, notes.left === 0);
    const failures = [...notes.failures, ...report.failures.map(({ note, code }) => ({ path: note, code }))];
    const { epoch, rows, hides } = await tracing.span('memora.publish', async (tell) => {
      const published = await publishChanges(store, lease, options, near, {
        isNewIndex,
        claims: report.claims,
      });
      tell({ 'memora.scope': scope, 'memora.epoch': published.epoch, 'memora.rows': published.rows });
      return published;
    });
    const graph = await makeGraph(store, options, near);
    tellLag(tracing, scope, { brought: failures.length, oldest: null }, lease.at);
    // Failures are retried in the next round, among all notes.
    const seen = failures.length > 0 || notes.left > 0 ? null : notes.seen;
    if (options.stores !== undefined) store.changes?.forget();
    writePublicationMark(store.database, { ...options, epoch, seen });
    const kept =
      options.upkeep === undefined || notes.left > 0
        ? []
        : await keepUp({ lease, store, root }, { ...options, upkeep: options.upkeep });
    await lease.end(seen, settled.left);
    // Removed text stays in the file's log until it is closed: after another worker's erasure, or when text became secret.
    isKept =
      store.changes !== null &&
      !isNewIndex &&
      takenBack === 0 &&
      !hides &&
      notes.erased.length === 0 &&
      options.before === undefined;
    const done = { vectors: settled.report, graphProblem: graph, upkeep: kept };
    const { brought, bytes, left } = notes;
    const milliseconds = performance.now() - begun;
    return {
      report: { scope, epoch, rows, takenBack, notes: brought, bytes, left, milliseconds, failures, ...done },
      next: settled.next,
      plan: opened.plan,
      fence: lease.fence,
    };
  } finally {
    if (isKept && options.stores !== undefined) await options.stores.keep(opened);
    else await store.close();
  }
}

/**
 * Removes the remains of notes whose erasure was interrupted: the ledger names their claims, and their bytes
 * are gone.
 */
async function finishErasures(
  store: SqliteClaimStore,
  notePaths: readonly string[],
  { now }: WorkOptions,
): Promise<void> {
  if (notePaths.length === 0) return;
  const { claims } = await store.planErasure({ notePaths });
  await store.erase({ claimIds: claims.map(({ claim }) => claim.id), notePaths }, now?.());
}

/** Records how much of a scope is unpublished: the number of notes, and the age of the oldest. */
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

/**
 * Builds the graph of a large scope after its vectors are published, and drops those of earlier sets; until
 * then queries compare vectors one by one. A failure ends no round and is retried in a later one. Returns its
 * code.
 */
async function makeGraph(
  { database }: SqliteClaimStore,
  { source, scope, graphFrom = GRAPH_FROM }: WorkOptions,
  { home, graphs }: NearState,
): Promise<string | null> {
  const shown = home === null ? null : readShownVectors(database);
  const { id = 0, dimensions = 0 } = shown?.set ?? {};
  const isLarge = shown !== null && shown.count() >= graphFrom && dimensions <= WIDEST_GRAPH;
  const isMade = graphs.includes(id);
  if ((isMade || !isLarge) && graphs.every((each) => each === id)) return null;
  // Without the fence, which would be held for the whole time. A graph contains nothing that the vectors do
  // not.
  const within = (work: (db: Connection) => Promise<unknown>, timeout: number) =>
    transactionAs(source, { role: 'publish', scope }, work, { timeout });
  try {
    await within((db) => callFunction(db, 'drop_graphs', scope, id), LONGEST_DROP_MS);
    if (isLarge && !isMade)
      await within((db) => callFunction(db, 'make_graph', scope, id, dimensions), LONGEST_GRAPH_MS);
    return null;
  } catch (error) {
    return MemoraError.isInstance(error) ? error.code : 'TEAM_FAILED';
  }
}
