export { MemoraError } from '@memora/core';
export {
  createRetriever,
  type RetrieverOptions,
  type RetrieverTuning,
  type SourceRetrieverOptions,
} from './create-retriever.ts';
export type { EmbedderErrorCode } from './embed/checked-embed.ts';
export type { Embedder, EmbeddingRole } from './embed/embedder.ts';
export { openWordTable } from './embed/open-word-table.ts';
export {
  type Companion,
  type FeedbackStore,
  type FeedbackStoreOptions,
  openFeedbackStore,
  type RecordOptions,
  type UsedClaim,
} from './feedback/open-feedback-store.ts';
export { type DiversityOptions, diversify } from './fusion/diversify.ts';
export { fuseScores, type RankedList } from './fusion/fuse-scores.ts';
export type { GraphOptions } from './graph/create-graph-expansion.ts';
export { GRAPH_SOURCES, type GraphSource } from './graph/graph-source.ts';
export type { SpreadOptions } from './graph/spread-activation.ts';
export type { Hit, QueryOptions, QueryResult, Retriever } from './hit.ts';
export type { FieldWeights, LexicalField } from './lexical/lexical-fields.ts';
export { DEFAULT_LEXICAL_PARAMETERS, type LexicalParameters } from './lexical/lexical-parameters.ts';
export type { HitPassage } from './lexical/passages/hit-passages.ts';
export type { AskedWord } from './lexical/score-claims.ts';
export type { LexicalSearchOptions } from './lexical/search-lexical.ts';
export { createLexicalIndex } from './lexical/tables/create-lexical-index.ts';
export type { PassageHit, PassageQueryOptions, PassageResult } from './passages/passage-hit.ts';
export { type Reranker, rerankTexts } from './rerank/reranker.ts';
export { RetrievalError, type RetrievalErrorCode } from './retrieval-error.ts';
export { type CustomRetriever, createCustomRetriever, type FoundId } from './retrieve/custom-retriever.ts';
export type { Leg, LegRequest, LegResult, ScoredKey } from './retrieve/leg.ts';
export type { MaybePromise } from './source/maybe-promise.ts';
export type { RetrievalSource } from './source/retrieval-source.ts';
export { type Token, tokenise } from './tokenise/tokenise.ts';
export { createNoVectorIndex } from './vector/create-no-vector-index.ts';
export {
  createVectorIndex,
  type VectorIndex,
  type VectorIndexOptions,
  type VectorStatus,
} from './vector/create-vector-index.ts';
export type { EmbedPendingOptions } from './vector/embed-pending.ts';
export { EXACT_LIMIT } from './vector/scan/search-vectors.ts';
export { hasUsearch } from './vector/view-graph.ts';
