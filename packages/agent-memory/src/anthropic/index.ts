export { type MemoryHandlers, memoryHandlers } from './memory-handlers.ts';
