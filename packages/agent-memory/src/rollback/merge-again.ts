import type { Memory } from '@memora/engine';
import { planMerges, readStanding } from '../consolidate/plan-consolidation.ts';
import type { ForgetPorts } from '../forget/forget-memory.ts';
import { checkSum } from '../learning/open-learning-log.ts';
import type { BatchFiles } from './batch-files.ts';
import type { Merged } from './find-merges.ts';

export interface MergePorts {
  readonly memory: Memory;
  readonly forget: ForgetPorts;
  readonly batch: string;
  readonly files: BatchFiles;
}

/** Takes merged memories apart: each note is there again as it was before. */
export async function unmerge(
  groups: readonly (readonly Merged[])[],
  pathById: ReadonlyMap<string, string>,
  { memory, forget, batch, files }: MergePorts,
): Promise<void> {
  for (const { id, path, bytes } of groups.flat()) {
    const place = pathById.get(id) ?? path;
    forget.log.append({
      batch,
      operation: 'rollback',
      notes: [id],
      sum: checkSum(batch, bytes),
      code: 'unmerged',
    });
    await files.change(place, id, bytes);
  }
  await memory.indexNotes([...files.changed].filter((path) => !path.startsWith('.')));
}

/** Folds what is left of them again. What was decided anew meanwhile stays a note of its own until the next consolidation. */
export async function mergeAgain(
  groups: readonly (readonly Merged[])[],
  { memory, forget, batch, files }: MergePorts,
): Promise<void> {
  const before = new Map(groups.flat().map((each) => [each.id, each.bytes]));
  const standing = (await readStanding({ memory, forget }, new Set(before.keys()))).filter(
    ({ note, bytes }) => Buffer.compare(bytes, before.get(note.id) ?? new Uint8Array()) === 0,
  );
  const claims = standing.flatMap((each) => each.claims.map(({ id }) => id));
  const edges =
    claims.length === 0
      ? []
      : await memory.claims.edges({ ids: claims, types: ['contradicts', 'supersedes'] });
  const involved = new Set<string>(
    edges.flatMap(({ from, to, recordedUntil }) => (recordedUntil === null ? [from, to] : [])),
  );
  const steps = planMerges(standing, (id) => involved.has(id));
  for (const { notes, changes } of steps) {
    const written = changes.find(({ next }) => next !== null)?.next;
    const sum = written == null ? null : checkSum(batch, written);
    forget.log.append({ batch, operation: 'merge', notes, sum, code: 'merged' });
    for (const { path, id, next } of changes) await files.change(path, id, next);
  }
  if (steps.length > 0)
    await memory.indexNotes(steps.flatMap(({ changes }) => changes.map(({ path }) => path)));
}
