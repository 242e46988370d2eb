import { MemoraError } from '@memora/core';

export type BridgeErrorCode = 'STORE_NOT_FOUND' | 'STORE_UNREADABLE';

/** An error of the bridge. Its message never holds text of a memory. */
export function bridgeError(
  code: BridgeErrorCode,
  message: string,
  hint: string,
): MemoraError<BridgeErrorCode> {
  return new MemoraError(message, { code, hint });
}
