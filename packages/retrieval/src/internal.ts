export { raceAbort } from './embed/checked-embed.ts';
export { MOST_OF_A_NOTE } from './graph/claims-of-note.ts';
export { MOST_BEARERS } from './graph/find-entity-steps.ts';
export type { CandidatePlan, RestTerms, TermsTogether } from './lexical/choose-terms.ts';
export type { LexicalSource, SeenKeys } from './lexical/lexical-source.ts';
export { type HitPlaceRow, type HitPlaces, toHitPlaces } from './lexical/passages/hit-passages.ts';
export { openOlderSearch } from './lexical/passages/open-older-search.ts';
export type { ClaimPlace, PassageRow } from './lexical/passages/passage-rows.ts';
export { readNoteSpans } from './lexical/passages/read-note-spans.ts';
export {
  numberOfTerm,
  type PassagePostings,
  type Posting,
  readPostings,
} from './lexical/passages/read-postings.ts';
export { type LexicalTotals, toTotals } from './lexical/read-vocabulary.ts';
export { LEXICAL_INDEX, LEXICAL_VERSION } from './lexical/tables/lexical-schema.ts';
export { isTextTable, LEXICAL_TABLES } from './lexical/tables/lexical-tables.ts';
export { openSecretText, type SecretTexts } from './lexical/tables/secret-texts.ts';
export { choosePage } from './passages/choose-page.ts';
export {
  type BareRow,
  type IndexedPassage,
  isBareShown,
  type PassageDetailRow,
  toIndexedPassage,
} from './passages/read-passage-rows.ts';
export type { Vocabulary } from './question/question.ts';
export { createCustomLeg, requireFound } from './retrieve/custom-retriever.ts';
export type { MaybePromise } from './source/maybe-promise.ts';
export type { RetrievalSource } from './source/retrieval-source.ts';
export {
  createSetWriter,
  type EmbeddedTexts,
  embedTexts,
  type SetPlan,
  type SetWriter,
} from './vector/create-set-writer.ts';
export type { PendingText } from './vector/embed-pending.ts';
export { createNearestLeg, type NearestVectors } from './vector/nearest-leg.ts';
export {
  isSetOf,
  VECTOR_INDEX,
  VECTOR_TABLES,
  VECTOR_VERSION,
  type VectorSet,
} from './vector/vector-schema.ts';
export { keysOfBlock, readShownVectors, type ShownVectors } from './vector/vector-tables.ts';
export { WEIGHTS } from './weights.ts';
