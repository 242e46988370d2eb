export { createRetriever, type RetrieverOptions } from './create-retriever.ts';
export { type DiversityOptions, diversify } from './fusion/diversify.ts';
export { type Fusion, fuseScores, type RankedList } from './fusion/fuse-scores.ts';
export type { Hit, QueryOptions, QueryResult, Retriever } from './hit.ts';
export { createLexicalIndex } from './lexical/create-lexical-index.ts';
export type { FieldWeights, LexicalField } from './lexical/lexical-fields.ts';
export { DEFAULT_LEXICAL_PARAMETERS, type LexicalParameters } from './lexical/score-candidates.ts';
export type { LexicalSearchOptions } from './lexical/search-lexical.ts';
export type { Leg, LegRequest, LegResult, ScoredKey } from './retrieve/leg.ts';
