import { dropTreacherous } from '@memora/language/text';
import type { Admission } from '../admit/admission.ts';
import type { AgentMemory } from '../agent-memory.ts';
import { isMemoryId, shortMemoryId } from '../note/memory-place.ts';
import { compactLine } from '../recall/compact-line.ts';

const MOST_ASKED = 2;
/** Token limit of the whole question: with the id of the save, the answer to a save stays at about 40. */
const MOST_TOKENS = 16;

/**
 * The question for the caller of a save about similar memories; null if there is none. The caller is a
 * language model, or a program with its own knowledge. It reports with `supersede(id, { by })` which of them
 * are no longer true; both are kept until then. The description of the tool explains this once.
 */
export async function askAbout(
  { decision, memoryId, target, similar }: Admission,
  { get }: Pick<AgentMemory, 'get'>,
): Promise<string | null> {
  if (memoryId === null || decision === 'supersede' || decision === 'reinforce') return null;
  const against = decision === 'contest' && target !== null && isMemoryId(target) ? [target] : [];
  const ids = [...new Set([...against, ...similar.map(({ id }) => id)])].filter((id) => id !== memoryId);
  const near = await get(ids.slice(0, MOST_ASKED), { brief: true });
  const asked = near.filter(
    ({ band, status }) => band !== 'secret' && (status === 'current' || status === 'contested'),
  );
  const tokens = Math.floor(MOST_TOKENS / asked.length);
  const lines = asked.map(({ memoryId: id, text, source }) => {
    // The words of a tool or another store must not be read as anybody else's.
    const from = source === 'agent' ? '' : ` (by ${source})`;
    return `${shortMemoryId(id)} ${compactLine(dropTreacherous(text), tokens)}${from}`;
  });
  return lines.length === 0 ? null : `Still so? ${lines.join(' ')}`;
}
