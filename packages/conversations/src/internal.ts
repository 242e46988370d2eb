/** For the other packages of Memora alone: what stands here may change in any release. */

export { peek } from './stream/peek.ts';
export { splitLines } from './stream/split-lines.ts';
