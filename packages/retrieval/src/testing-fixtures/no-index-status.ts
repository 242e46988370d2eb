import type { IndexStatus } from '@memora/claims';

/** For an index in a database that is no store and keeps no account of indexes. */
export const noIndexStatus: IndexStatus = { versionOf: () => null, isComplete: () => null, refill: () => {} };
