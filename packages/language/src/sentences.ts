export type { SentenceBias } from './sentences/ends-sentence.ts';
export { type SentenceOptions, segmentSentences, type TextRange } from './sentences/segment-sentences.ts';
export { INNER_WORDS } from './sentences/sentence-words.ts';
