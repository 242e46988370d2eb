import type { AgentMemory } from '../agent-memory.ts';
import { isMemoryId, shortMemoryId } from '../note/memory-place.ts';
import { compactLine } from '../recall/compact-line.ts';
import type { Admission } from './admission.ts';

const MOST_ASKED = 2;
/** Tokens of each memory that is asked about. */
const MOST_TOKENS = 14;

/**
 * What whoever saved a memory is asked about those that are near it; null where there is nothing to ask. The caller is a language model, or a program with its own
 * knowledge: it says with `supersede(id, { by })` which of them no longer hold, and both are kept until it does.
 */
export async function askAbout(
  { decision, memoryId, target, similar }: Admission,
  { get }: Pick<AgentMemory, 'get'>,
): Promise<string | null> {
  if (memoryId === null || decision === 'supersede' || decision === 'reinforce') return null;
  const against = decision === 'contest' && target !== null && isMemoryId(target) ? [target] : [];
  const ids = [...new Set([...against, ...similar.map(({ id }) => id)])].filter((id) => id !== memoryId);
  const near = await get(ids.slice(0, MOST_ASKED), { brief: true });
  const asked = near
    .filter(({ band, status }) => band !== 'secret' && (status === 'current' || status === 'contested'))
    .map((each) => `${shortMemoryId(each.memoryId)} ("${compactLine(each.text, MOST_TOKENS)}")`);
  return asked.length === 0 ? null : `Is ${asked.join(', ')} still so? If not: memora_supersede(id, by)`;
}
