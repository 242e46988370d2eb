import { MemoraError } from '@memora/core';

export type AgentMemoryErrorCode =
  | 'MEMORY_INVALID'
  | 'MEMORY_NOT_FOUND'
  | 'MEMORY_NOT_INDEXED'
  | 'MEMORY_UNWRITABLE'
  | 'DISK_FULL'
  | 'BUNDLE_INVALID'
  | 'BUNDLE_TOO_NEW'
  | 'MEMORY_FILE_REFUSED'
  | 'MEMORY_FILE_CHANGED';

/** An error of an agent's memory. Its message never holds text of a memory. */
export class AgentMemoryError<
  Code extends AgentMemoryErrorCode = AgentMemoryErrorCode,
> extends MemoraError<Code> {
  static override readonly errorName: string = 'AgentMemoryError';
}

export function memoryError(
  code: AgentMemoryErrorCode,
  message: string,
  hint: string,
  cause?: unknown,
): AgentMemoryError<AgentMemoryErrorCode> {
  return new AgentMemoryError(message, { code, hint, cause });
}
