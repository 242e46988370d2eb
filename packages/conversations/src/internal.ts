/** For other Memora packages only. Anything here may change in any release. */

export { collectBytes } from './stream/collect-bytes.ts';
export { peek } from './stream/peek.ts';
export { type LinePart, splitLines } from './stream/split-lines.ts';
