/** For the other packages of Memora alone: what stands here may change in any release. */

export { holdMemory } from './admit/hold-memory.ts';
export { isOrder } from './context/screen-line.ts';
export { toKeywords } from './context/to-keywords.ts';
export { shortMemoryId } from './note/memory-place.ts';
export { boundSession } from './session/bind-session.ts';
