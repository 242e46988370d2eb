export type { BridgeErrorCode } from './bridge-error.ts';
export {
  type ForeignMemory,
  type MemoryOrigin,
  PROVIDERS,
  type Provider,
  type StoreProblem,
  type StoreProblemCode,
} from './foreign-memory.ts';
export { type ReadStoreOptions, readStore } from './read-store.ts';
