import type { IndexStatus } from '@memora/claims';

/** For an index in a plain database without a store's index registry. */
export const noIndexStatus: IndexStatus = { versionOf: () => null, isComplete: () => null, refill: () => {} };
