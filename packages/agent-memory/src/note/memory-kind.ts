import type { NoteType } from '@memora/vault';

/** The kinds of memories, in the spelling that is written. */
export const MEMORY_KINDS = [
  ...(['profile', 'event', 'fact', 'preference', 'procedure', 'tool'] as const),
  ...(['decision', 'incident', 'lesson'] as const),
] as const;

/** One of {@link MEMORY_KINDS}. */
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Aliases of three kinds, accepted wherever a kind is read. */
const OTHER_NAMES = { knowledge: 'fact', behavior: 'preference', skill: 'procedure' } as const;

/** A kind in either spelling. */
export type MemoryKindName = MemoryKind | keyof typeof OTHER_NAMES;

/** The kind with this name or alias; null if there is none. */
export function toMemoryKind(name: string): MemoryKind | null {
  const plain = name.trim().toLowerCase();
  const known = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain as keyof typeof OTHER_NAMES] : plain;
  return MEMORY_KINDS.find((kind) => kind === known) ?? null;
}

/** The folder for memories of a kind. */
export function roomOfKind(kind: MemoryKind): NoteType {
  if (kind === 'event' || kind === 'incident') return 'episodic';
  return kind === 'procedure' ? 'procedural' : 'semantic';
}

/** Marks an agent's words about how to act that no turn of the user supports and no person confirmed. */
export const UNCONFIRMED = 'an agent’s note, unconfirmed';

/** True for a kind of memory that contains instructions. */
export function guidesAgents(kind: MemoryKind | null): boolean {
  return kind === 'preference' || kind === 'procedure';
}
