import { readMade } from '../bundle/undo-import.ts';
import { forgetMemory, restoreMemory } from '../forget/forget-memory.ts';
import { checkSum, createBatchId, keptPlace } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { waitForLock } from '../session/wait-for-lock.ts';
import { archivedPath, type BatchFiles, openBatchFiles } from './batch-files.ts';
import { readFalling } from './erasing/erase-fallen.ts';
import { planRollback, type RollbackPorts } from './plan-rollback.ts';
import type { Rollback, RollbackOptions, RollbackTarget } from './rollback-plan.ts';
import {
  findInterrupted,
  idOfPath,
  isFileBatch,
  listBelow,
  markBatch,
  readTraces,
  undoBatch,
} from './undo-batch.ts';

/** Removes everything that came from a source, as if it had never existed, or reports what that would change. */
export async function rollBack(
  target: RollbackTarget,
  { dryRun = false, erase = false }: RollbackOptions,
  ports: RollbackPorts,
): Promise<Rollback> {
  const { vault } = ports.forget;
  await using _lock = dryRun ? undefined : await waitForLock(vault.root, 'keep');
  if ('batch' in target && target.batch.startsWith('imp_')) return undoImport(target.batch, dryRun, ports);
  if ('batch' in target && isFileBatch(target.batch)) return undo(target.batch, dryRun, ports);
  const planned = await planRollback(target, ports);
  // Memories in the trash or merged into others are removed without a line in the result, and erased for
  // good.
  const falls = erase ? [...planned.plan.falls, ...planned.away].sort() : planned.plan.falls;
  const plan = { ...planned.plan, falls };
  const isNothing = Object.values(plan).every(
    (part) => part === 0 || (Array.isArray(part) && part.length === 0),
  );
  if (dryRun || isNothing) return { ...plan, batch: null };
  const batch = createBatchId('rbk');
  const { log } = ports.remember;
  const eraseIt = erase ? await readFalling(planned, ports) : null;
  markBatch(log, batch, 'begun');
  await planned.apply(batch, openBatchFiles(vault.root, batch, log));
  markBatch(log, batch, 'done');
  if (eraseIt === null) return { ...plan, batch };
  const proof = await eraseIt(batch);
  return { ...plan, batch: null, ...(proof === null ? {} : { proof }) };
}

/** Undoes what a crash interrupted, unless another process is running it now. */
export async function finishRollbacks(ports: RollbackPorts): Promise<void> {
  const { vault, log } = ports.forget;
  const isInterrupted = () => findInterrupted(log.read().entries);
  if (isInterrupted().length === 0) return;
  await using _lock = await waitForLock(vault.root, 'keep');
  for (const batch of isInterrupted()) {
    await putBack(batch, batch, ports);
    markBatch(log, batch, 'undone');
  }
}

async function undo(batch: string, dryRun: boolean, ports: RollbackPorts): Promise<Rollback> {
  const { vault, log } = ports.forget;
  const { entries } = log.read();
  const { kept, made } = readTraces(vault.root, batch, entries);
  const ids = (paths: readonly string[]) => [...new Set(paths.map(idOfPath).filter((id) => id !== 'file'))];
  const { pathById } = await ports.forget.directory();
  const back = ids(kept.filter((path) => !path.startsWith('.')));
  const touched = changedSince(batch, entries, pathById, openBatchFiles(vault.root, '', log));
  const plan = {
    falls: made.filter((id) => pathById.has(id) && !back.includes(id)),
    stands: back.filter((id) => pathById.has(id) && !touched.has(id)),
    returns: back.filter((id) => !pathById.has(id)),
    touched: [...touched].sort(),
    dailyLines: 0,
    turns: [],
  };
  if (dryRun || (kept.length === 0 && made.length === 0)) return { ...plan, batch: null };
  const own = createBatchId('rbk');
  markBatch(log, own, 'begun');
  log.append({ batch: own, operation: 'rollback', notes: [], asked: batch, code: 'undoes' });
  await putBack(batch, own, ports, touched);
  markBatch(log, own, 'done');
  return { ...plan, batch: own };
}

/** Removes files that an import wrote and nobody changed since. */
async function undoImport(
  batch: string,
  dryRun: boolean,
  { forget, memory }: RollbackPorts,
): Promise<Rollback> {
  const { vault, log } = forget;
  const { own, touched } = readMade(vault.root, batch, openBatchFiles(vault.root, '', log));
  const falls = own.filter((path) => !path.startsWith('.')).map(idOfPath);
  const ids = [...new Set(falls.filter((id) => id !== 'file'))].sort();
  const turns = own.filter((path) => path.startsWith('episodic/conversations/'));
  const plan = { falls: ids, stands: [], returns: [], touched, dailyLines: 0, turns };
  if (dryRun || own.length === 0) return { ...plan, batch: null };
  const by = createBatchId('rbk');
  const files = openBatchFiles(vault.root, by, log);
  markBatch(log, by, 'begun');
  for (const path of own) await files.change(path, idOfPath(path), null);
  await memory.indexNotes(own.filter((path) => !path.startsWith('.')));
  markBatch(log, by, 'done');
  return { ...plan, batch: by };
}

/** Restores the files of a batch, as changes of another batch or, after a crash, of the same. */
async function putBack(
  batch: string,
  by: string,
  { forget, memory, remember }: RollbackPorts,
  touched: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { vault, log } = forget;
  const { entries } = log.read();
  const { pathById } = await forget.directory();
  const inTrash = listBelow(vault.root, '.trash/memora').map((path) => `.trash/memora/${path}`);
  const pathsOf = (id: string): string[] => [
    ...archivedPath(remember.root, id),
    ...(pathById.get(id) === undefined ? [] : [String(pathById.get(id))]),
    ...inTrash.filter(
      (path) =>
        idOfPath(path) === id &&
        !path.startsWith(keptPlace(by, '')) &&
        // Files that batches kept are needed for undoing those batches.
        !isFileBatch(path.slice('.trash/memora/'.length)),
    ),
  ];
  const files = openBatchFiles(vault.root, by, log);
  const decided = entries.filter((entry) => entry.batch === batch && entry.operation === 'memory_updated');
  const all = readTraces(vault.root, batch, entries);
  const isLeft = (id: string) => touched.has(id);
  const traces = {
    kept: all.kept.filter((path) => !isLeft(idOfPath(path))),
    // An undo batch only recreated what the undone batch had removed.
    made: all.putBack.size > 0 ? [] : all.made.filter((id) => !isLeft(id)),
    putBack: all.putBack,
  };
  await undoBatch(batch, traces, pathsOf, files);
  // The ledger is append-only, so the batch's decisions are reversed by new ones.
  for (const { notes, code } of decided.toReversed())
    for (const id of notes) {
      if (code === 'restored')
        await forgetMemory(id, 'rollback undone', { ...forget, batch: by }).catch(() => undefined);
      if (code === 'forgotten')
        await restoreMemory(id, 'rollback undone', { ...forget, batch: by }).catch(() => undefined);
    }
  // After a crash, a file may be in place but not indexed.
  const paths = new Set([...files.changed, ...traces.kept]);
  await memory.indexNotes([...paths].filter((path) => !path.startsWith('.')));
}

/** Memories that somebody changed since a batch wrote them. */
function changedSince(
  batch: string,
  entries: readonly ReadLearningEntry[],
  pathById: ReadonlyMap<string, string>,
  files: BatchFiles,
): Set<string> {
  const touched = new Set<string>();
  for (const { batch: of, notes, sum } of entries) {
    const [id = ''] = notes;
    const path = pathById.get(id);
    const bytes = of === batch && sum !== null && path !== undefined ? files.read(path) : null;
    if (bytes !== null && checkSum(batch, bytes) !== sum) touched.add(id);
    else if (bytes !== null) touched.delete(id);
  }
  return touched;
}
