import { HISTORY_PROMISES } from './reader-promises/history-promises.ts';
import { LIST_PROMISES } from './reader-promises/list-promises.ts';
import type { ReaderPromise } from './reader-promises/says.ts';
import { TIME_PROMISES } from './reader-promises/time-promises.ts';

export type { ReaderPromise, ReaderUnderTest } from './reader-promises/says.ts';

/**
 * The requirements of every {@link ClaimReader}, over one history that is written once. They only read: all may be checked on the same memory, in any order.
 */
export const readerContract: readonly ReaderPromise[] = [
  ...LIST_PROMISES,
  ...TIME_PROMISES,
  ...HISTORY_PROMISES,
];
