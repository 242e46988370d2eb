import { MemoraError } from '@memora/core';

export type BridgeErrorCode =
  | 'STORE_NOT_FOUND'
  | 'STORE_UNREADABLE'
  | 'BRIDGE_NOT_FOUND'
  | 'BRIDGE_AWAY'
  | 'BRIDGE_TIMEOUT'
  | 'BRIDGE_BUSY'
  | 'BRIDGE_REFUSED'
  | 'BRIDGE_UNKNOWN_SERVER';

/** An error of the bridge. Its message never holds text of a memory. */
export class BridgeError<Code extends BridgeErrorCode = BridgeErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'BridgeError';
}

export function bridgeError(
  code: BridgeErrorCode,
  message: string,
  hint: string,
  cause?: unknown,
): BridgeError<BridgeErrorCode> {
  return new BridgeError(message, { code, hint, cause });
}
