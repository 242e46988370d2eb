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
 * Creates a retrieval source over a claim store on this machine. All retrievers of a store with the same parameters share one source, so a row is
 * cached once. Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`.
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
  const lexical = createSqliteLexicalSource(db, store.codec?.decrypt, parameters, kept);
  return {
    renew: kept.renew,
    lookedAt: kept.lookedAt,
    lexical,
    graph: store.graph,
    candidates: (filter) => keepCandidates(store.prepareCandidates(filter), filter, kept),
    few: (filter) => readFew(filter, store, lexical.documents()),
    claims,
    gone: store.findGone,
    snippets: kept.byKey(prepareSnippets(db)),
    places: (keys) => joinHitPlaces(places.list(keys.toSorted((a, b) => a - b))),
    claimKeys: prepareClaimKeys(db),
    barePassages: prepareBarePassages(store),
    passages: preparePassages(store),
    reasons: kept.once(() => indexReasons(indexStatus)),
  };
}

/** From this many passages on, a search among few of them is faster than one that goes on until it finds them. */
const LARGE = 2_000;
/** If more than one claim in this many qualifies, there are not few. */
const FEW = 8;
const MOST_FEW = 2_000;

/**
 * The claims of people and conversations, if nearly all others are memories of agents. In a small store, only
 * if there are no such claims.
 */
function readFew(
  filter: ClaimFilter,
  { fewPassing }: SqliteClaimStore,
  documents: number,
): ReadonlySet<number> | null {
  if (filter.memories !== false || filter.asOf !== undefined) return null;
  const keys = fewPassing(filter, documents < LARGE ? 0 : Math.min(documents / FEW, MOST_FEW));
  return keys === null ? null : new Set(keys);
}

/** Questions about another time are rare, and past values of secret claims are read from encrypted data, so neither is cached. */
function keepCandidates(
  read: (keys: readonly number[]) => readonly CandidateRow[],
  { asOf }: ClaimFilter,
  kept: KeptRows,
): ReturnType<RetrievalSource['candidates']> {
  if (asOf !== undefined) return read;
  const rows = kept.byKey((keys: readonly number[]) => read(keys).map((row) => [row.key, row]));
  return rows.list;
}

/** Decrypted secret claims are never cached. Questions that find the same claim share its object. */
function keepClaims({ getClaimsByKey }: SqliteClaimStore, kept: KeptRows): RetrievalSource['claims'] {
  const claims = kept.byKey((keys: readonly number[]) => getClaimsByKey(keys), {
    mayKeep: ({ band }) => band !== 'secret',
  });
  return (keys, asked) => {
    if (asked.asOf !== undefined) return getClaimsByKey(keys, asked);
    return claims(Array.isArray(keys) ? keys : [...keys]);
  };
}
