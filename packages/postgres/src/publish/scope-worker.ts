import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  indexVault,
  type OpenClaimStoreOptions,
  openClaimStore,
  type SqliteClaimStore,
} from '@memora/claims';
import {
  bandCodes,
  type ChangedRows,
  LEDGER_FILE,
  readPublished,
  SCHEMA_VERSION,
  takeRowsBack,
} from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { makeFolder, placeAt, placeIn, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { createLexicalIndex, type Embedder } from '@memora/retrieval';
import {
  LEXICAL_INDEX,
  LEXICAL_TABLES,
  LEXICAL_VERSION,
  readShownVectors,
  VECTOR_INDEX,
  VECTOR_TABLES,
} from '@memora/retrieval/internal';
import { openVault } from '@memora/vault';
import type { ConnectionSource } from '../connect/connection.ts';
import { retryConflict } from '../connect/retry-conflict.ts';
import { type Tracing, UNTRACED } from '../connect/tracing.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import type { Sealing } from '../notes/seal-blob.ts';
import { type FilledFolder, fillWorkingFolder } from './fill-working-folder.ts';
import { holdLease, type Lease } from './hold-lease.ts';
import { type EmbeddedVectors, openWorkerVectors } from './open-worker-vectors.ts';
import { publishRows, readRows } from './publish-rows.ts';
import { findDueVectors, GRAPH_FROM, type NearState, putVectors, readNearState } from './publish-vectors.ts';
import { keepUp, type ScopeUpkeep, type UpkeepReport } from './scope-upkeep.ts';

const STATE = 'publication.json';
const INDEX_TABLES = [...LEXICAL_TABLES, ...VECTOR_TABLES];
/** Milliseconds that a graph may take to be built. */
const LONGEST_GRAPH_MS = 7_200_000;
/** From how many rows on the server counts what was published, before anybody sees it. */
const COUNTED_FROM = 1_000;

export interface WorkOptions extends Sealing {
  readonly source: ConnectionSource;
  readonly scope: number;
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
  /** What is done with the claims under the lease, before notes are brought. */
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
  /** Notes that could not be opened or indexed, with a code. */
  readonly failures: readonly { readonly path: string; readonly code: string }[];
  /** How far embedding got; null without an embedder. */
  readonly vectors: EmbeddedVectors | null;
  /** What was due today and is done. */
  readonly upkeep: readonly UpkeepReport[];
}

/** What a worker's folder says of itself. */
interface FolderState {
  readonly database: string;
  readonly scope: number;
  /** The publication that its SQLite file holds; null while it may hold more. */
  readonly epoch: number | null;
  /** Up to which transaction its notes are those of the heads; null where all are to be looked at. */
  readonly seen: string | null;
}

/**
 * One round on a scope: takes the lease, brings the changed notes, indexes them, and publishes what changed under the next epoch, in one
 * transaction. Throws `TEAM_SCOPE_HELD` where another worker is at it, and `TEAM_FENCED`
 * where one has taken the scope meanwhile; then nothing of this round is published.
 */
export async function workOnScope(options: WorkOptions): Promise<WorkReport> {
  const { scope, folder, tracing = UNTRACED } = options;
  const holder = options.holder ?? randomUUID();
  const root = join(folder, `scope-${scope}`);
  makeFolder(placeAt(root));
  await using lease = await holdLease({ ...options, holder });
  const { within } = lease;
  const state = readState(root, options);
  const holds = state?.epoch === lease.epoch;
  await writeState(root, options, null, null);
  const vectors = openWorkerVectors(options.embedder ?? null);
  const opening = {
    path: join(root, '.memora', 'memora.db'),
    indexes: [createLexicalIndex(), vectors.index],
    ...(options.codec === undefined ? {} : { codec: options.codec }),
  };
  const takenBack = holds ? 0 : await takeBack(opening, lease, scope);
  const store = await openClaimStore({ ...opening, ...(lease.isWhole ? {} : { capture: INDEX_TABLES }) });
  // Tables that are made anew are watched no more.
  const isNewIndex =
    store.indexStatus.versionOf(LEXICAL_INDEX) !== LEXICAL_VERSION ||
    store.indexStatus.versionOf(VECTOR_INDEX) !== vectors.index.version;
  try {
    await options.before?.(store);
    const [notes, near] = await within((db) =>
      Promise.all([
        // What was erased has no head that says so.
        fillWorkingFolder(
          db,
          scope,
          root,
          options,
          holds && options.before === undefined ? state.seen : null,
        ),
        readNearState(db, scope),
      ]),
    );
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
        ...(notes.paths === null || notes.paths.includes(LEDGER_FILE) || !isFilled(store)
          ? {}
          : { paths: notes.paths }),
        now: options.now ?? (() => lease.at),
      });
    });
    const embedded = await vectors.sync(store, options.signal);
    const failures = [...notes.failures, ...report.failures.map(({ note, code }) => ({ path: note, code }))];
    const { epoch, rows } = await tracing.span('memora.publish', async (tell) => {
      const published = await publish(store, lease, options, near, isNewIndex);
      tell({ 'memora.scope': scope, 'memora.epoch': published.epoch, 'memora.rows': published.rows });
      return published;
    });
    await makeGraph(store, options, near);
    tellLag(tracing, scope, { brought: failures.length, oldest: null }, lease.at);
    // What failed is tried again the next time, among all notes.
    const seen = failures.length > 0 ? null : notes.seen;
    await writeState(root, options, epoch, seen);
    const kept =
      options.upkeep === undefined
        ? []
        : await keepUp({ lease, store, root }, { ...options, upkeep: options.upkeep });
    await lease.end(seen);
    const vectorsDone = { vectors: embedded, upkeep: kept };
    return { scope, epoch, rows, takenBack, notes: notes.brought, failures, ...vectorsDone };
  } finally {
    await store.close();
  }
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

/** Writes the changed rows and the next epoch together. A COMMIT whose answer was lost is looked up by its epoch. */
async function publish(
  store: SqliteClaimStore,
  { fence, epoch: seen, isWhole: isAsked, within }: Lease,
  { source, scope }: WorkOptions,
  near: NearState,
  isNewIndex: boolean,
): Promise<{ epoch: number; rows: number }> {
  const isWhole = isAsked || isNewIndex;
  const changes = isWhole ? readPublished(store.database, INDEX_TABLES) : (store.changes?.changed() ?? []);
  const due = findDueVectors(store, changes, near, isWhole);
  if (changes.length === 0 && due === null) return { epoch: seen, rows: 0 };
  try {
    return await retryConflict(() =>
      within(async (db) => {
        const setEpoch = async () => {
          const sent = due === null ? [] : [...(await putVectors(db, scope, due))];
          // What is secret now may stand on a page that was made before: it goes with the publication that says so.
          if (touchesSecrets(changes)) sent.push(db.rows('SELECT memora.clear_pages($1)', [scope]));
          if (countRows(changes) >= COUNTED_FROM) sent.push(db.rows('SELECT memora.count_rows()'));
          const reached = db.query<{ epoch: number }>('SELECT memora.set_epoch($1, $2, $3, $4) AS epoch', [
            scope,
            fence,
            seen,
            SCHEMA_VERSION,
          ]);
          await Promise.all([...sent, reached]);
          return reached;
        };
        const [rows, [row]] = await publishRows(db, scope, changes, { isWhole, last: setEpoch });
        return { epoch: (row as { epoch: number }).epoch, rows };
      }),
    );
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'TEAM_UNREACHABLE') throw error;
    const [row] = await transactionAs(source, { role: 'publish', scope, fence }, (db) =>
      db.query<{ epoch: number }>('SELECT epoch FROM memora.scope WHERE id = $1', [scope]),
    );
    if (row?.epoch !== seen + 1) throw error;
    return {
      epoch: row.epoch,
      rows: countRows(changes),
    };
  }
}

const SECRET = bandCodes.toCode('secret');

/** True where something is published that is secret. */
function touchesSecrets(changes: readonly ChangedRows[]): boolean {
  return changes.some(({ table, rows }) => {
    const band = table.columns.findIndex(({ name }) => name === 'band');
    return band >= 0 && rows.some((row) => Number(row[band]) === SECRET);
  });
}

function countRows(changes: readonly ChangedRows[]): number {
  return changes.reduce((sum, { rows, gone }) => sum + rows.length + gone.length, 0);
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

/** Makes a store that of the publication, before anything watches its changes; opened anew, it prepares what this version needs. */
async function takeBack(opening: OpenClaimStoreOptions, { within }: Lease, scope: number): Promise<number> {
  await using store = await openClaimStore(opening);
  return await within((db) =>
    takeRowsBack(store.database, (table) => readRows(db, scope, table), INDEX_TABLES),
  );
}

function readState(root: string, { database, scope }: WorkOptions): FolderState | null {
  try {
    const text = readPlainText(placeIn(root, '.memora', STATE));
    const state = text === null ? null : (JSON.parse(text) as FolderState);
    return state?.database === database && state.scope === scope && state.epoch !== null ? state : null;
  } catch {
    return null;
  }
}

async function writeState(
  root: string,
  { database, scope }: WorkOptions,
  epoch: number | null,
  seen: string | null,
): Promise<void> {
  const state: FolderState = { database, scope, epoch, seen };
  await writeWholeFile(placeIn(root, '.memora', STATE), JSON.stringify(state), { mode: 0o600 });
}
