import type { SecretCodec } from '@memora/privacy';
import {
  createRetriever,
  type Hit,
  type QueryOptions,
  type QueryResult,
  type Retriever,
  type RetrieverTuning,
} from '@memora/retrieval';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readScopes, readShownPath } from '../team/scopes.ts';
import type { TeamEpochs } from '../team/wait-for-epochs.ts';
import { createTeamSource } from './create-team-source.ts';

export interface TeamRetrieverOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** Opens the secret claims; without it none is found. */
  readonly codec?: SecretCodec | undefined;
  readonly tuning?: RetrieverTuning;
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
}: TeamRetrieverOptions): TeamRetriever {
  const within = <Result>(work: (retriever: Retriever, epochs: TeamEpochs) => Promise<Result>) =>
    transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
      const scopes = await readScopes(db);
      const epochs = Object.fromEntries(scopes.map(({ kind, epoch }) => [kind, epoch]));
      return work(createRetriever({ ...tuning, source: createTeamSource({ db, scopes, codec }) }), epochs);
    });
  return {
    query: (question, options) =>
      within(async (retriever, epochs) => {
        const found = await retriever.query(question, options);
        return { ...found, hits: takeFirstOfEach(found.hits), epochs };
      }),
    around: (passages) => within((retriever) => retriever.around(passages)),
    claimsIn: (passages, options) => within((retriever) => retriever.claimsIn(passages, options)),
  };
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
