/** For the other packages of Memora alone: what is here may change in any release. */

export { collectBytes } from './stream/collect-bytes.ts';
export { peek } from './stream/peek.ts';
export { type LinePart, splitLines } from './stream/split-lines.ts';
