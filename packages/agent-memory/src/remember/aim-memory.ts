import type { Memory } from '@memora/engine';
import type { MemoryNote } from '../note/memory-note.ts';
import { toSeconds } from './compose-memory.ts';
import type { NearMemories } from './find-similar.ts';
import type { Relations } from './read-relations.ts';

/**
 * Lets a memory say which one it replaces, where its words tell that and nobody said it: relating then settles the two as it settles what a caller
 * names, now and whenever the notes are indexed anew. Nothing is named where relating knows the two already, where more than one memory may be
 * meant, or where the other holds since a later time.
 */
export async function aimMemory(
  note: MemoryNote,
  { same, conflicts }: Relations,
  near: NearMemories,
  memory: Pick<Memory, 'claims'>,
): Promise<MemoryNote> {
  const [target, ...others] = near.replaced;
  if (note.supersedes !== null || others.length > 0) return note;
  if (same.length + conflicts.length + near.same.length > 0) return note;
  // A person's note is trusted more: naming its claim lets the two stand side by side, contested.
  if (target === undefined)
    return near.denied.length === 1 ? { ...note, supersedes: near.denied[0] ?? null } : note;
  const { claims } = await memory.claims.listClaims({ noteId: target });
  const starts = claims.map(({ validFrom }) => Date.parse(validFrom ?? '')).filter((at) => !Number.isNaN(at));
  const since = Math.max(0, ...starts);
  const at = Date.parse(note.validFrom ?? note.created);
  if (at >= since) return { ...note, supersedes: target };
  // Two saves within one second, or on two clocks: what is told later is the later.
  if (note.validFrom !== null || since - at > NEARLY_NOW) return note;
  return { ...note, supersedes: target, created: toSeconds(new Date(since)) };
}

/** In milliseconds. */
const NEARLY_NOW = 60_000;
