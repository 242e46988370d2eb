/** For the other packages of Memora alone: what stands here may change in any release. */

export { align, tokensOf, toPlain } from './admit/align-statements.ts';
export { deniesStatement } from './admit/denies-statement.ts';
export { holdMemory } from './admit/hold-memory.ts';
export { replacesStatement } from './admit/replaces-statement.ts';
export { saysTheSame } from './admit/says-the-same.ts';
export { isOrder } from './context/screen-line.ts';
export { toKeywords } from './context/to-keywords.ts';
export { isLogLine } from './passing/is-log-line.ts';
export { isPassing } from './passing/is-passing.ts';
