export { alignQuote } from './align/align-quote.ts';
export type {
  AlignedSpan,
  Alignment,
  AlignmentEdit,
  AlignmentStatus,
  AlignOptions,
} from './align/alignment.ts';
export { type PreparedSource, prepareSource } from './align/prepare-source.ts';
