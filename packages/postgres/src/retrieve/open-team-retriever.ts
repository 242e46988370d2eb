import type { SecretCodec } from '@memora/privacy';
import {
  createRetriever,
  type Hit,
  type QueryOptions,
  type QueryResult,
  type Retriever,
  type RetrieverTuning,
} from '@memora/retrieval';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readScopes, readShownPath, type TeamScope } from '../team/scopes.ts';
import type { TeamEpochs } from '../team/wait-for-epochs.ts';
import { createTeamSource } from './create-team-source.ts';
import { createForesight, type Foreseen, type Foresight, NOTHING_FORESEEN, readForeseen } from './foresee.ts';

export interface TeamRetrieverOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** Opens the secret claims; without it none is found. */
  readonly codec?: SecretCodec | undefined;
  readonly tuning?: RetrieverTuning;
  /** Milliseconds that a statement may take; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** What questions before this one have taught; nothing by default. */
  readonly foresight?: Foresight;
  /** Told of the epochs that each reading belongs to. */
  readonly seen?: (epochs: TeamEpochs) => void;
}

export interface TeamRetriever extends Omit<Retriever, 'query'> {
  /** All of a result is read in one transaction: it belongs to one epoch of each scope, which it names. */
  readonly query: (
    question: string,
    options?: QueryOptions,
  ) => Promise<QueryResult & { readonly epochs: TeamEpochs }>;
}

/** Finds claims among all scopes that a principal sees, as they are published. What nobody may see changes no order and no score. */
export function openTeamRetriever({
  source,
  principal,
  workspace,
  codec,
  tuning,
  timeout,
  seen = () => undefined,
  foresight = createForesight(),
}: TeamRetrieverOptions): TeamRetriever {
  let known: readonly TeamScope[] | null = null;
  const toRetriever = (db: Connection, scopes: readonly TeamScope[], foreseen: Foreseen) =>
    createRetriever({ ...tuning, source: createTeamSource({ db, scopes, codec, foreseen }) });
  const inTransaction = <Result>(work: (db: Connection) => Promise<Result>, signal?: AbortSignal) =>
    transactionAs(source, { role: 'ask', principal, workspace }, work, { timeout, signal });
  const notice = (scopes: readonly TeamScope[]): TeamEpochs => {
    known = scopes;
    const epochs = Object.fromEntries(scopes.map(({ kind, epoch }) => [kind, epoch]));
    seen(epochs);
    return epochs;
  };
  /** Reads what was found before: by the scopes of that time, and again where they are others. */
  const again = <Result>(work: (retriever: Retriever) => Promise<Result>) =>
    inTransaction(async (db) => {
      const before = known;
      const reading = readScopes(db);
      reading.catch(() => undefined);
      const early = before === null ? null : work(toRetriever(db, before, NOTHING_FORESEEN));
      early?.catch(() => undefined);
      const scopes = await reading;
      notice(scopes);
      const isSame = before !== null && idsOf(before) === idsOf(scopes);
      return isSame && early !== null ? early : work(toRetriever(db, scopes, NOTHING_FORESEEN));
    });
  return {
    query: async (question, options) => {
      const terms = await foresight.termsOf(question);
      return inTransaction(async (db) => {
        const [scopes, foreseen] = await Promise.all([readScopes(db), readForeseen(db, terms)]);
        foresight.learn(foreseen);
        const epochs = notice(scopes);
        const found = await toRetriever(db, scopes, foreseen).query(question, options);
        return { ...found, hits: takeFirstOfEach(found.hits), epochs };
      }, options?.signal);
    },
    around: (passages) => again((retriever) => retriever.around(passages)),
    claimsIn: (passages, options) => again((retriever) => retriever.claimsIn(passages, options)),
  };
}

function idsOf(scopes: readonly TeamScope[]): string {
  return scopes.map(({ id }) => id).join(' ');
}

const ORDER = ['user', 'workspace', 'global'];

/** An id that stands in several scopes is shown once, from a person's own before the workspace's before the global one, at its best place. */
function takeFirstOfEach(hits: readonly Hit[]): readonly Hit[] {
  const rankOf = ({ claim }: Hit) => ORDER.indexOf(readShownPath(claim.notePath).kind);
  const byId = Map.groupBy(hits, ({ claim }) => claim.id);
  if (byId.size === hits.length) return hits;
  return [...byId.values()].map((same) =>
    same.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best)),
  );
}
