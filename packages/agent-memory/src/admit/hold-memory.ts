import { isInstruction, overridesInstructions } from '@memora/language/words';
import type { MemoryKind } from '../note/memory-kind.ts';
import type { HeldReason, MemorySource } from '../note/memory-note.ts';

/** The data that decides whether a memory waits for a person's confirmation. */
interface Authority {
  readonly content: string;
  readonly kind: MemoryKind;
  readonly source: MemorySource;
  /** True if a turn by the user says it. */
  readonly isUsers: boolean;
  /** True if the agent says that the user said it. */
  readonly isReported?: boolean;
}

/**
 * A memory is information and never an order: an instruction that is not the user's own waits until a person confirms it.
 * Words that only an agent attributes to the user are shown as such, and are used neither in answers nor as instructions.
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
