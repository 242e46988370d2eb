import type { SecretCodec } from '@memora/privacy';
import {
  type CustomRetriever,
  createRetriever,
  type Embedder,
  type Hit,
  type Leg,
  type PassageHit,
  type PassageQueryOptions,
  type PassageResult,
  type QueryOptions,
  type QueryResult,
  type Retriever,
  type RetrieverTuning,
} from '@memora/retrieval';
import { createCustomLeg, type RetrievalSource, raceAbort } from '@memora/retrieval/internal';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import type { EmbedderBook } from '../embedders/embedder-book.ts';
import { type AskingConnection, createAsking } from '../stored/create-asking.ts';
import { askScopes, readShownPath, type ScopeKind, type TeamScope } from '../team/scopes.ts';
import type { TeamEpochs } from '../team/wait-for-epochs.ts';
import { createTeamSource } from './create-team-source.ts';
import { lastingRowsOf } from './lasting-rows.ts';
import { NO_TOTALS, readTotals } from './read-totals.ts';
import { chooseEmbedders } from './vectors/choose-embedders.ts';
import { NO_VECTORS, readVectorState, type VectorState } from './vectors/read-vector-state.ts';

export interface TeamRetrieverOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** Decrypts secret claims; without it none is found. */
  readonly codec?: SecretCodec | undefined;
  readonly tuning?: RetrieverTuning;
  /** Statement timeout in milliseconds; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** The embedders among which workspaces choose; none, the default, compares no vectors. If one is needed and cannot be opened, each result reports it. */
  readonly embedders?: EmbedderBook | undefined;
  /** Only claims of this scope are found; all visible ones by default. */
  readonly scope?: ScopeKind | undefined;
  /** Receives the epochs of each reading. */
  readonly seen?: (epochs: TeamEpochs) => void;
  /**
   * An engine of your own that finds claims of this principal in addition to words and links. Then no vectors
   * of the database are compared.
   */
  readonly engine?: CustomRetriever | undefined;
}

interface TeamQueryResult extends QueryResult {
  readonly epochs: TeamEpochs;
}

interface TeamPassageResult extends PassageResult {
  readonly epochs: TeamEpochs;
}

export interface TeamRetriever extends Omit<Retriever, 'query' | 'passages'> {
  /** Reads a whole result in one transaction, so it belongs to one epoch of each scope, which it names. */
  readonly query: (question: string, options?: QueryOptions) => Promise<TeamQueryResult>;
  /** Returns the passages for a question, read in one transaction. */
  readonly passages: (question: string, options?: PassageQueryOptions) => Promise<TeamPassageResult>;
}

interface OpenedLegs {
  readonly vectors: { readonly embedders: readonly Embedder[]; readonly state: VectorState } | null;
  readonly legs: readonly Leg[];
}

const NO_LEGS: OpenedLegs = { vectors: null, legs: [] };

/** Opens a retriever over all scopes that a principal sees, as published. Hidden claims affect no order and no score. */
export function openTeamRetriever({
  source: connections,
  principal,
  workspace,
  codec,
  tuning,
  engine,
  timeout,
  seen = () => undefined,
  embedders: book,
  scope: only,
}: TeamRetrieverOptions): TeamRetriever {
  let known: readonly TeamScope[] | null = null;
  const mayCompare = book !== undefined;
  const toRetriever = (db: AskingConnection, scopes: readonly TeamScope[]) =>
    createRetriever({ ...tuning, source: createTeamSource({ db, scopes, codec, totals: NO_TOTALS }) });
  /** An embedder that cannot be opened is skipped, like a failing leg. */
  const openLegs = async (state: VectorState, scopes: readonly TeamScope[]): Promise<OpenedLegs> => {
    try {
      const chosen = book === undefined ? null : await chooseEmbedders(book, state, scopes);
      if (chosen === null) return NO_LEGS;
      const { embedders, withheld } = chosen;
      const sets = state.sets.map((set) => (withheld.includes(set) ? { ...set, isWithheld: true } : set));
      return { vectors: { embedders, state: { ...state, sets } }, legs: [] };
    } catch (error) {
      return { vectors: null, legs: [{ name: 'vector', find: () => Promise.reject(error) }] };
    }
  };
  const inTransaction = <Result>(work: (db: AskingConnection) => Promise<Result>, signal?: AbortSignal) =>
    transactionAs(connections, { role: 'ask', principal, workspace }, (db) => work(createAsking(db)), {
      timeout,
      signal,
    });
  const notice = (scopes: readonly TeamScope[]): TeamEpochs => {
    known = scopes;
    const epochs = Object.fromEntries(scopes.map(({ kind, epoch }) => [kind, epoch]));
    seen(epochs);
    return epochs;
  };
  /** Reads with the scopes found earlier, and again if they have changed. */
  const again = <Result>(work: (retriever: Retriever) => Promise<Result>) =>
    inTransaction(async (db) => {
      const before = known;
      const reading = askScopes(db);
      reading.catch(() => undefined);
      const early = before === null ? null : work(toRetriever(db, before));
      early?.catch(() => undefined);
      const scopes = await reading;
      notice(scopes);
      const isSame = before !== null && idsOf(before) === idsOf(scopes);
      return isSame && early !== null ? early : work(toRetriever(db, scopes));
    });
  /** Asks one question within one transaction. */
  const ask = <Result>(
    signal: AbortSignal | undefined,
    work: (retriever: Retriever, epochs: TeamEpochs) => Promise<Result>,
  ): Promise<Result> =>
    inTransaction(async (db) => {
      const [scopes, totals, state] = await Promise.all([
        askScopes(db),
        readTotals(db),
        mayCompare ? readVectorState(db) : NO_VECTORS,
      ]);
      const epochs = notice(scopes);
      // A database that never had pgvector is not degraded.
      const isCompared = engine === undefined && (state.home !== null || state.wasThere);
      // Without vectors the embedder is not opened: a process with one question would load a word table for nothing.
      const { vectors, legs } = isCompared ? await openLegs(state, scopes) : NO_LEGS;
      const lasting = lastingRowsOf(connections, principal, workspace, scopes);
      const source = createTeamSource({ db, scopes, codec, totals, lasting, vectors, only });
      const retriever = createRetriever({
        ...tuning,
        source,
        legs: [...(tuning?.legs ?? []), ...source.legs, ...legs, ...legsOf(engine, source, timeout)],
      });
      return work(retriever, epochs);
    }, signal);
  return {
    query: (question, options = {}) =>
      ask(options.signal, async (retriever, epochs) => {
        const found = await retriever.query(question, options);
        return { ...found, hits: takeFirstOfEach(found.hits), epochs };
      }),
    passages: (question, options = {}) =>
      ask(options.signal, async (retriever, epochs) => {
        const found = await retriever.passages(question, options);
        return { ...found, hits: takeFirstPassages(found.hits), epochs };
      }),
    claimsIn: (passages, options) => again((retriever) => retriever.claimsIn(passages, options)),
  };
}

/**
 * Milliseconds after which an engine without an answer counts as failed, because the question's transaction
 * waits for it.
 */
const ENGINE_TIMEOUT = 10_000;

/** Such an engine replaces the vectors of the database, with their weight. */
function legsOf(
  engine: CustomRetriever | undefined,
  { graph }: RetrievalSource,
  timeout = ENGINE_TIMEOUT,
): Leg[] {
  if (engine === undefined) return [];
  const find: CustomRetriever['find'] = (question, { signal, ...asked }) => {
    const deadline = AbortSignal.timeout(Math.min(timeout, ENGINE_TIMEOUT));
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    return raceAbort(engine.find(question, { ...asked, signal: either }), either);
  };
  return [createCustomLeg(graph, { find }, 'vector')];
}

function idsOf(scopes: readonly TeamScope[]): string {
  return scopes.map(({ id }) => id).join(' ');
}

/** A person's own scope comes before a group's. */
const LATER: Readonly<Record<string, number>> = { user: 0, workspace: 2, global: 3 };

/** Removes duplicate ids. The kept hit comes from the person's own scope, then a group's, the workspace's or the global one, and takes the best rank. */
function takeFirstOfEach(hits: readonly Hit[]): readonly Hit[] {
  return takeFirst(
    hits,
    ({ claim }) => claim.id,
    ({ claim }) => claim.notePath,
  );
}

function takeFirstPassages(hits: readonly PassageHit[]): readonly PassageHit[] {
  return takeFirst(
    hits,
    ({ passage }) => passage.id,
    ({ passage }) => passage.notePath,
  );
}

function takeFirst<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  pathOf: (item: Item) => string,
): readonly Item[] {
  const rankOf = (item: Item) => LATER[readShownPath(pathOf(item)).kind] ?? 1;
  const byId = Map.groupBy(items, idOf);
  if (byId.size === items.length) return items;
  return [...byId.values()].map((same) =>
    same.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best)),
  );
}
