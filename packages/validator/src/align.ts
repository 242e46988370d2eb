export { alignQuote } from './align/align-quote.ts';
export { type PreparedSource, prepareSource } from './align/prepare-source.ts';
export type {
  AlignedSpan,
  Alignment,
  AlignmentEdit,
  AlignmentStatus,
  AlignOptions,
} from './contract/alignment.ts';
