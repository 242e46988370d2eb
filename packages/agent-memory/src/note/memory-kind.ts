import type { NoteType } from '@memora/vault';

/** What a memory is about, in the spelling that is written. */
export const MEMORY_KINDS = [
  ...(['profile', 'event', 'fact', 'preference', 'procedure', 'tool'] as const),
  ...(['decision', 'incident', 'lesson'] as const),
] as const;

/** One of {@link MEMORY_KINDS}. */
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Other names of three kinds, read wherever a kind is. */
const OTHER_NAMES = { knowledge: 'fact', behavior: 'preference', skill: 'procedure' } as const;

/** A kind in either spelling. */
export type MemoryKindName = MemoryKind | keyof typeof OTHER_NAMES;

/** The kind of that name; null for what is none. */
export function toMemoryKind(name: string): MemoryKind | null {
  const plain = name.trim().toLowerCase();
  const known = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain as keyof typeof OTHER_NAMES] : plain;
  return MEMORY_KINDS.find((kind) => kind === known) ?? null;
}

/** The room that memories of a kind stand in. */
export function roomOfKind(kind: MemoryKind): NoteType {
  if (kind === 'event' || kind === 'incident') return 'episodic';
  return kind === 'procedure' ? 'procedural' : 'semantic';
}

/** What stands before words of an agent about what it is to do: no turn of the user carries them, and no person confirmed them. */
export const UNCONFIRMED = 'an agent’s note, unconfirmed';

/** True for a kind of memory that says how to act. */
export function guidesAgents(kind: MemoryKind | null): boolean {
  return kind === 'preference' || kind === 'procedure';
}
