import type { CandidateRow, ClaimFilter, SqliteClaimStore } from '@memora/claims';
import { createSqliteLexicalSource } from '../lexical/create-sqlite-lexical-source.ts';
import type { LexicalParameters } from '../lexical/lexical-parameters.ts';
import { joinHitPlaces, preparePlaceRows, toHitPlace } from '../lexical/passages/hit-passages.ts';
import { prepareClaimKeys } from '../lexical/passages/read-claim-keys.ts';
import type { LexicalSearchOptions } from '../lexical/search-lexical.ts';
import { indexReasons, requireLexicalIndex } from '../lexical/tables/require-lexical-index.ts';
import { prepareBarePassages, preparePassages } from '../passages/read-passage-rows.ts';
import { prepareSnippets } from '../retrieve/snippet-of.ts';
import { type KeptRows, keptRowsOf } from './kept-rows.ts';
import type { RetrievalSource } from './retrieval-source.ts';

const sourceBy = new WeakMap<SqliteClaimStore, RetrievalSource>();

/**
 * What a retriever reads of a claim store on this machine: one source for all that ask the store under the same parameters, so that a row is kept
 * once. Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`.
 */
export function createSqliteSource(
  store: SqliteClaimStore,
  { parameters }: LexicalSearchOptions = {},
): RetrievalSource {
  if (parameters !== undefined) return openSource(store, parameters);
  const source = sourceBy.get(store) ?? openSource(store);
  sourceBy.set(store, source);
  return source;
}

function openSource(store: SqliteClaimStore, parameters?: LexicalParameters): RetrievalSource {
  const { database: db, indexStatus } = store;
  requireLexicalIndex(db, indexStatus);
  const kept = keptRowsOf(db);
  const readPlaces = preparePlaceRows(db);
  const places = kept.byKey((keys: readonly number[]) =>
    readPlaces(keys).map((row) => [row[0], toHitPlace(row)]),
  );
  const claims = keepClaims(store, kept);
  return {
    renew: kept.renew,
    lookedAt: kept.lookedAt,
    lexical: createSqliteLexicalSource(db, store.codec?.decrypt, parameters, kept),
    graph: store.graph,
    candidates: (filter) => keepCandidates(store.prepareCandidates(filter), filter, kept),
    claims,
    gone: store.findGone,
    corroboration: store.corroboration,
    snippets: kept.byKey(prepareSnippets(db)),
    places: (keys) => joinHitPlaces(places.list(keys.toSorted((a, b) => a - b))),
    claimKeys: prepareClaimKeys(db),
    barePassages: prepareBarePassages(store),
    passages: preparePassages(store),
    reasons: kept.once(() => indexReasons(indexStatus)),
  };
}

/** A question about another time is asked seldom, and what of a secret claim held then is read from what is encrypted. */
function keepCandidates(
  read: (keys: readonly number[]) => readonly CandidateRow[],
  { asOf }: ClaimFilter,
  kept: KeptRows,
): ReturnType<RetrievalSource['candidates']> {
  if (asOf !== undefined) return read;
  const rows = kept.byKey((keys: readonly number[]) => read(keys).map((row) => [row.key, row]));
  return rows.list;
}

/** What was opened of a secret claim is kept by nobody. Claims are shared by the questions that find them. */
function keepClaims({ getClaimsByKey }: SqliteClaimStore, kept: KeptRows): RetrievalSource['claims'] {
  const claims = kept.byKey((keys: readonly number[]) => getClaimsByKey(keys), {
    mayKeep: ({ band }) => band !== 'secret',
  });
  return (keys, asked) => {
    if (asked.asOf !== undefined) return getClaimsByKey(keys, asked);
    return claims(Array.isArray(keys) ? keys : [...keys]);
  };
}
