import type { Memory } from '@memora/engine';
import { placeIn, removeFile } from '@memora/privacy/files';
import { parseNote } from '@memora/vault';
import { type ForgetPorts, forgetMemory, restoreMemory } from '../forget/forget-memory.ts';
import { checkSum, createBatchId, keptPlace } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { readMemory } from '../note/read-memory.ts';
import { nameOf } from '../remember/read-relations.ts';
import type { RememberPorts } from '../remember/remember-memory.ts';
import { waitForLock } from '../session/wait-for-lock.ts';
import { openBatchFiles } from './batch-files.ts';
import { cutDailyLines, cutTurns } from './cut-lines.ts';
import { findClosure, isSave } from './find-closure.ts';
import { nameSource } from './name-source.ts';
import { type Replayed, replayDecisions } from './replay-decisions.ts';
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

export interface RollbackPorts {
  readonly memory: Memory;
  readonly remember: RememberPorts;
  readonly forget: ForgetPorts;
}

/** Takes back everything that came from a source, as if it had never been there, or says what that would be. */
export async function rollBack(
  target: RollbackTarget,
  { dryRun = false, erase = false }: RollbackOptions,
  ports: RollbackPorts,
): Promise<Rollback> {
  const { vault } = ports.forget;
  await using _lock = dryRun ? undefined : await waitForLock(vault.root, 'keep');
  if ('batch' in target && isFileBatch(target.batch)) return undo(target.batch, dryRun, ports);
  const { plan, apply } = await planRollback(target, ports);
  const isNothing = Object.values(plan).every(
    (part) => part === 0 || (Array.isArray(part) && part.length === 0),
  );
  if (dryRun || isNothing) return { ...plan, batch: null };
  const batch = createBatchId('rbk');
  const { log } = ports.remember;
  markBatch(log, batch, 'begun');
  await apply(batch);
  markBatch(log, batch, 'done');
  if (!erase) return { ...plan, batch };
  for (const id of plan.falls) await ports.memory.erase(id, { reveal: true });
  const folder = keptPlace(batch, '');
  for (const path of listBelow(vault.root, folder.replace(/\/$/u, '')))
    removeFile(placeIn(vault.root, `${folder}${path}`));
  return { ...plan, batch: null };
}

/** Undoes what a crash interrupted, unless somebody is at it now. */
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
  const { kept, made } = readTraces(vault.root, batch, log.read().entries);
  const ids = (paths: readonly string[]) => [...new Set(paths.map(idOfPath).filter((id) => id !== 'file'))];
  const { pathById } = await ports.forget.directory();
  const back = ids(kept.filter((path) => !path.startsWith('.')));
  const plan = {
    falls: made.filter((id) => pathById.has(id) && !back.includes(id)),
    stands: back.filter((id) => pathById.has(id)),
    returns: back.filter((id) => !pathById.has(id)),
    touched: [],
    dailyLines: 0,
    turns: [],
  };
  if (dryRun || (kept.length === 0 && made.length === 0)) return { ...plan, batch: null };
  const own = createBatchId('rbk');
  markBatch(log, own, 'begun');
  await putBack(batch, own, ports);
  markBatch(log, own, 'done');
  return { ...plan, batch: own };
}

/** Puts the files of a batch back, as changes of another batch or, after a crash, of the same. */
async function putBack(batch: string, by: string, { forget, memory }: RollbackPorts): Promise<void> {
  const { vault, log } = forget;
  const { entries } = log.read();
  const { pathById } = await forget.directory();
  const inTrash = listBelow(vault.root, '.trash/memora').map((path) => `.trash/memora/${path}`);
  const pathsOf = (id: string): string[] => [
    ...(pathById.get(id) === undefined ? [] : [String(pathById.get(id))]),
    ...inTrash.filter(
      (path) =>
        idOfPath(path) === id &&
        !path.startsWith(keptPlace(batch, '')) &&
        !path.startsWith(keptPlace(by, '')),
    ),
  ];
  const files = openBatchFiles(vault.root, by, log);
  const decided = entries.filter((entry) => entry.batch === batch && entry.operation === 'memory_updated');
  const traces = readTraces(vault.root, batch, entries);
  await undoBatch(batch, traces, pathsOf, files);
  // The ledger is only added to: what the batch decided there is decided back.
  for (const { notes, code } of decided.toReversed())
    for (const id of notes) {
      if (code === 'restored')
        await forgetMemory(id, 'rollback undone', { ...forget, batch: by }).catch(() => undefined);
      if (code === 'forgotten')
        await restoreMemory(id, 'rollback undone', { ...forget, batch: by }).catch(() => undefined);
    }
  // What a crash left may stand where it should and not be indexed so.
  const paths = new Set([...files.changed, ...traces.kept]);
  await memory.indexNotes([...paths].filter((path) => !path.startsWith('.')));
}

async function planRollback(target: RollbackTarget, ports: RollbackPorts) {
  const { memory, forget, remember } = ports;
  const { vault, log } = forget;
  const { entries } = log.read();
  const directory = await forget.directory();
  const readAt = async (path: string): Promise<MemoryNote | null> => {
    const bytes = openBatchFiles(vault.root, '', log).read(path);
    return bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
  };
  const readAll = async () => {
    const all = await Promise.all(directory.notes.map(({ path }) => readAt(path)));
    return all.filter((note) => note !== null);
  };
  let trash: ReadonlyMap<string, string> | null = null;
  /** Where the note of a memory is: where it stands, else in the trash. */
  const placeOf = (id: string): string | undefined => {
    const standing = directory.pathById.get(id);
    if (standing !== undefined) return standing;
    trash ??= new Map(
      listBelow(vault.root, '.trash/memora').map((path) => [idOfPath(path), `.trash/memora/${path}`]),
    );
    return trash.get(id);
  };
  const source = await nameSource(target, { memory, vault, entries, readAll });
  const noteOf = new Map<string, MemoryNote | null>();
  const saved = new Map(entries.filter(isSave).map((entry) => [entry.notes[0] ?? '', entry]));
  const load = async (id: string): Promise<MemoryNote | null> => {
    if (!noteOf.has(id)) {
      const place = placeOf(id);
      noteOf.set(id, place === undefined ? null : await readAt(place));
    }
    return noteOf.get(id) ?? null;
  };
  // Evidence is asked of what a session saved that was shown something.
  const shown = new Set(entries.flatMap((entry) => (entry.shown.length > 0 ? [entry.batch] : [])));
  for (const [id, { batch, code }] of saved)
    if (source.heard.has(batch) || shown.has(batch) || code === 'explicit') await load(id);
  const { falls, depends } = findClosure(entries, source, (id) => noteOf.get(id)?.evidence != null);

  const isTouched = async (id: string): Promise<boolean> => {
    const path = directory.pathById.get(id);
    const last = entries.findLast((entry) => entry.notes[0] === id && entry.sum !== null);
    const bytes = path === undefined ? null : openBatchFiles(vault.root, '', log).read(path);
    return bytes !== null && last?.sum != null && checkSum(last.batch, bytes) !== last.sum;
  };
  const touched = new Set<string>();
  for (const id of [...falls, ...depends]) if (await isTouched(id)) touched.add(id);
  const isForgotten = (id: string): boolean =>
    entries.findLast(({ notes: [own], code }) => own === id && (code === 'forgotten' || code === 'restored'))
      ?.code === 'forgotten';
  const standing = [...falls].filter((id) => directory.pathById.has(id) && !touched.has(id));
  const replayed = new Map<string, Replayed>();
  for (const id of depends) {
    const note = touched.has(id) ? null : await load(id);
    const place = placeOf(id);
    if (note === null || place === undefined) continue;
    const path = place
      .replace(/^\.trash\/memora\/(?:[a-z]{3,4}_[0-9a-z]{12}\/)?/u, '')
      .replace(/\.\d+\.md$/u, '.md');
    replayed.set(id, { note, path, isForgotten: isForgotten(id) });
  }
  // What the source had forgotten is there again.
  const forgot = entries.flatMap((entry) =>
    entry.code === 'forgotten' &&
    source.batches.has(entry.batch) &&
    isForgotten(entry.notes[0] ?? '') &&
    !falls.has(entry.notes[0] ?? '')
      ? entry.notes
      : [],
  );
  const repeats = [...replayed.keys()].filter((id) => !directory.pathById.has(id) && !isForgotten(id));
  const claims = (await Promise.all(standing.map((noteId) => memory.claims.listClaims({ noteId })))).flatMap(
    (page) => page.claims,
  );
  const edges =
    claims.length === 0
      ? []
      : await memory.claims.edges({ ids: claims.map(({ id }) => id), types: ['supersedes'] });
  const own = new Set<string>(claims.map(({ id }) => id));
  const older = [
    ...(
      await memory.claims.getClaims(
        edges.flatMap(({ from, to, recordedUntil }) => (recordedUntil === null && own.has(from) ? [to] : [])),
      )
    ).values(),
  ];
  const returned = older.map(nameOf).filter((id) => !falls.has(id));
  const daily = dailyLinesOf(entries, source.batches);
  const plan = {
    falls: standing.sort(),
    stands: [...replayed.keys()].filter((id) => directory.pathById.has(id)).sort(),
    returns: [...new Set([...repeats, ...forgot, ...returned])].sort(),
    touched: [...touched].sort(),
    dailyLines: [...daily.values()].reduce((sum, lines) => sum + lines.length, 0),
    turns: [...source.turns]
      .flatMap(([path, gone]) => (gone === null ? [path] : [...gone].map((index) => `${path}#t${index}`)))
      .sort(),
  };
  const apply = async (batch: string): Promise<void> => {
    const files = openBatchFiles(vault.root, batch, log);
    for (const id of standing) await files.change(String(directory.pathById.get(id)), id, null);
    for (const [path, gone] of source.turns) {
      const bytes = files.read(path);
      if (bytes !== null)
        await files.change(path, 'file', gone === null ? null : cutTurns(bytes, path, gone));
    }
    for (const [day, lines] of daily) {
      const path = `${remember.root}episodic/daily/${day}.md`;
      const bytes = files.read(path);
      if (bytes === null) continue;
      const left = cutDailyLines(bytes, lines);
      if (left.cut > 0) await files.change(path, 'file', left.bytes);
    }
    await memory.indexNotes([...files.changed]);
    for (const id of forgot) await restoreMemory(id, 'rolled back', { ...forget, batch });
    await replayDecisions(replayed, entries, falls, { remember, files, batch });
  };
  return { plan, apply };
}

/** Lines in notes of days that batches wrote, by day. */
function dailyLinesOf(entries: readonly ReadLearningEntry[], batches: ReadonlySet<string>) {
  const daily = new Map<string, { batch: string; sum: string }[]>();
  for (const { batch, code, notes, sum } of entries) {
    const day = /^daily_(\d{4}-\d{2}-\d{2})$/u.exec(notes[0] ?? '')?.[1];
    if (code !== 'daily_line' || day === undefined || sum === null || !batches.has(batch)) continue;
    daily.set(day, [...(daily.get(day) ?? []), { batch, sum }]);
  }
  return daily;
}
