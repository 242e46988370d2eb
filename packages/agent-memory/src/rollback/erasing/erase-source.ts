import type { EraseOptions, ErasureReport, Memory } from '@memora/engine';
import type { RollbackPorts } from '../plan-rollback.ts';
import { rollBack } from '../roll-back.ts';
import type { Rollback } from '../rollback-plan.ts';

/** The result of erasing a source, or of its dry run. */
export interface SourceErasure {
  /** Items from it in sessions and imports: memories, turns, lines of daily notes, and their copies in the trash; null if there are none. */
  readonly rollback: Rollback | null;
  /** The notes that name it as their source, and everything derived from them; null if there are none. */
  readonly erasure: ErasureReport | null;
}

/**
 * Erases everything that came from a source: what a rollback finds in sessions and imports, and the notes
 * that name it. The notes are erased last, because they identify what depends on them. Throws
 * `NOTHING_TO_ERASE`.
 */
export async function eraseSource(
  source: string,
  { dryRun = false, reveal = false }: EraseOptions,
  { memory, ...ports }: RollbackPorts,
): Promise<SourceErasure> {
  if (source.trim() === '')
    return { rollback: null, erasure: await memory.erase({ source }, { dryRun, reveal }) };
  const asked = await rollBack({ source }, { dryRun: true, erase: true }, { memory, ...ports });
  const isNothing = Object.values(asked).every(
    (part) => part === null || part === 0 || (Array.isArray(part) && part.length === 0),
  );
  if (isNothing) return { rollback: null, erasure: await memory.erase({ source }, { dryRun, reveal }) };
  const rollback = dryRun ? asked : await rollBack({ source }, { erase: true }, { memory, ...ports });
  return { rollback, erasure: await eraseNotes(source, { dryRun, reveal }, memory) };
}

async function eraseNotes(
  source: string,
  options: EraseOptions,
  memory: Pick<Memory, 'erase'>,
): Promise<ErasureReport | null> {
  try {
    return await memory.erase({ source }, options);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'NOTHING_TO_ERASE') return null;
    throw error;
  }
}
