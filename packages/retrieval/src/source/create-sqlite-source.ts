import type { SqliteClaimStore } from '@memora/claims';
import { createSqliteLexicalSource } from '../lexical/create-sqlite-lexical-source.ts';
import { prepareHitPassages } from '../lexical/passages/hit-passages.ts';
import { prepareAround } from '../lexical/passages/read-around.ts';
import type { LexicalSearchOptions } from '../lexical/search-lexical.ts';
import { indexReasons, requireLexicalIndex } from '../lexical/tables/require-lexical-index.ts';
import { prepareSnippets } from '../retrieve/snippet-of.ts';
import type { RetrievalSource } from './retrieval-source.ts';

/** What a retriever reads of a claim store on this machine. Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`. */
export function createSqliteSource(
  store: SqliteClaimStore,
  { parameters }: LexicalSearchOptions = {},
): RetrievalSource {
  const { database: db, indexStatus } = store;
  requireLexicalIndex(db, indexStatus);
  const around = prepareAround(db);
  return {
    lexical: createSqliteLexicalSource(db, store.codec?.decrypt, parameters),
    graph: store.graph,
    candidates: store.prepareCandidates,
    claims: store.getClaimsByKey,
    gone: store.findGone,
    corroboration: store.corroboration,
    snippets: prepareSnippets(db),
    places: prepareHitPassages(db),
    around: around.passages,
    claimKeys: around.claimKeys,
    reasons: () => indexReasons(indexStatus),
  };
}
