import type { Claim } from '@memora/claims';
import type { MemoryNote } from '../note/memory-note.ts';

/** A memory at the beginning of a consolidation. */
export interface StandingMemory {
  readonly path: string;
  readonly note: MemoryNote;
  readonly bytes: Uint8Array;
  readonly claims: readonly Claim[];
}

/** A file that a step changes, and its expected content at that time; null for no file. */
export interface FileChange {
  readonly path: string;
  readonly id: string;
  readonly expected: Uint8Array | null;
  readonly next: Uint8Array | null;
}

/** The older first. */
export function byAge(a: StandingMemory, b: StandingMemory): number {
  const [x, y] = [a, b].map(({ note }) => `${note.created} ${note.id}`) as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
}
