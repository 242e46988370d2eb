import { isInstruction, overridesInstructions } from '@memora/language/words';
import type { MemoryKind } from '../note/memory-kind.ts';
import type { HeldReason, MemorySource } from '../note/memory-note.ts';

/** What decides whether a memory waits for a person's word. */
interface Authority {
  readonly content: string;
  readonly kind: MemoryKind;
  readonly source: MemorySource;
  /** True where a turn of the user's own says it. */
  readonly isUsers: boolean;
  /** True where the agent says that the user said it. */
  readonly isReported?: boolean;
}

/**
 * Memory may restore information, never authority: an order that is not the user's own waits until a person confirms it. What the user said by an agent's account
 * alone is shown as that, in no answer and as no instruction.
 */
export function holdMemory({
  content,
  kind,
  source,
  isUsers,
  isReported = false,
}: Authority): HeldReason | null {
  if (isUsers) return null;
  if (overridesInstructions(content)) return 'injection_pattern';
  const isOrder = kind !== 'event' && isInstruction(content);
  if (source === 'agent') return isOrder && !isReported ? 'instruction_without_user' : null;
  return isOrder || kind === 'procedure' ? 'external_instruction' : null;
}
