import { isInstruction, overridesInstructions } from '@memora/language/words';
import type { MemoryKind } from '../note/memory-kind.ts';
import type { HeldReason, MemorySource } from '../note/memory-note.ts';

/** What decides whether a memory waits for a person's word. */
export interface Authority {
  readonly content: string;
  readonly kind: MemoryKind;
  readonly source: MemorySource;
  /** True where a turn of the user's own says it. */
  readonly isUsers: boolean;
}

/**
 * Memory may restore information, never authority: what tells an agent how to act rests on the user's own words, or it waits until a person confirms it.
 */
export function holdMemory({ content, kind, source, isUsers }: Authority): HeldReason | null {
  if (isUsers) return null;
  if (overridesInstructions(content)) return 'injection_pattern';
  const instructs = kind === 'procedure' || (kind !== 'event' && isInstruction(content));
  if (!instructs) return null;
  return source === 'agent' ? 'instruction_without_user' : 'external_instruction';
}
