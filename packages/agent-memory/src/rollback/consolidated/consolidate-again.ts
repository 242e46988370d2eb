import type { Memory } from '@memora/engine';
import { OPERATIONS } from '../../consolidate/consolidate-memories.ts';
import { findGroups, freeSteps, readStanding } from '../../consolidate/plan-consolidation.ts';
import type { FileChange } from '../../consolidate/standing-memory.ts';
import type { ForgetPorts } from '../../forget/forget-memory.ts';
import { checkSum } from '../../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../../learning/parse-learning-log.ts';
import type { BatchFiles } from '../batch-files.ts';
import { findStandingBatches } from '../find-fallen.ts';

interface AgainPorts {
  readonly memory: Memory;
  readonly forget: ForgetPorts;
  readonly batch: string;
  readonly files: BatchFiles;
}

const MOST_ROUNDS = 4;

/** The ends of consolidations that nobody has undone, as entries of the log. */
export function findConsolidations(entries: readonly ReadLearningEntry[]): ReadonlySet<ReadLearningEntry> {
  const stands = findStandingBatches(entries);
  return new Set(
    entries.filter(({ code, batch }) => code === 'done' && batch.startsWith('con_') && stands(batch)),
  );
}

/**
 * Repeats for some memories what a full consolidation would have done at that time: later evidence decides disputes, and duplicates are merged. Returns the
 * changed files.
 */
export async function consolidateAgain(
  ids: ReadonlySet<string>,
  { memory, forget, batch, files }: AgainPorts,
): Promise<readonly FileChange[]> {
  const tried = new Set<string>();
  const done: FileChange[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { notes } = await forget.directory();
    const own = notes.filter(({ noteId }) => ids.has(noteId));
    const standing = await readStanding({ memory, forget }, own);
    const { settled, merged } = await findGroups(standing, memory, { isAll: false });
    const steps = freeSteps([...settled, ...merged]).filter(({ notes }) => !tried.has(notes.join(' ')));
    if (steps.length === 0) break;
    for (const { code, notes, wentBy = [], changes } of steps) {
      tried.add(notes.join(' '));
      const written = changes.find(({ id, next }) => id === notes[0] && next !== null)?.next;
      forget.log.append({
        batch,
        operation: OPERATIONS[code],
        notes: [...new Set([...notes, ...wentBy])],
        sum: written == null ? null : checkSum(batch, written),
        code,
      });
      for (const { path, id, next } of changes) await files.change(path, id, next);
      done.push(...changes);
    }
    await memory.indexNotes(steps.flatMap(({ changes }) => changes.map(({ path }) => path)));
  }
  return done;
}
