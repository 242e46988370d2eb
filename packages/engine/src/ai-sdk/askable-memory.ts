import type { Memory } from '../memory.ts';

/** The parts of a memory that the AI SDK adapter uses. A memory on disk has all of them; so does a team member's, which has nothing to refresh. */
export type AskableMemory = Pick<
  Memory,
  'passages' | 'ask' | 'verify' | 'verifyStream' | 'prompt' | 'guard'
> &
  Partial<Pick<Memory, 'refresh'>>;

/** Refreshes the index, so that the current notes are searched. */
export async function refreshFirst(memory: AskableMemory, signal: AbortSignal | undefined): Promise<void> {
  await memory.refresh?.({ first: true, ...(signal === undefined ? {} : { signal }) });
}
