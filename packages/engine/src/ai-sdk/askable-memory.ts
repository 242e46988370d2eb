import type { Memory } from '../memory.ts';

/** What the AI SDK is given of a memory: one on disk has all of it, and so has that of a member of a team, which has nothing to refresh. */
export type AskableMemory = Pick<
  Memory,
  'passages' | 'ask' | 'verify' | 'verifyStream' | 'prompt' | 'guard'
> &
  Partial<Pick<Memory, 'refresh'>>;

/** The notes are asked as they are now. */
export async function refreshFirst(memory: AskableMemory, signal: AbortSignal | undefined): Promise<void> {
  await memory.refresh?.({ first: true, ...(signal === undefined ? {} : { signal }) });
}
