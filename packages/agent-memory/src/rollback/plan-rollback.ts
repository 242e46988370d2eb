import type { Memory } from '@memora/engine';
import { parseNote } from '@memora/vault';
import { type ForgetPorts, restoreMemory } from '../forget/forget-memory.ts';
import { checkSum } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { readMemory } from '../note/read-memory.ts';
import { nameOf } from '../remember/read-relations.ts';
import type { RememberPorts } from '../remember/remember-memory.ts';
import { archivedPath, type BatchFiles, openBatchFiles } from './batch-files.ts';
import { consolidateAgain, findConsolidations } from './consolidated/consolidate-again.ts';
import { findMerges } from './consolidated/find-merges.ts';
import { findDecidedDisputes, takeApart } from './consolidated/take-apart.ts';
import { cutDailyLines, cutTurns } from './cut-lines.ts';
import { findAround, findBystanders, pathBefore } from './find-bystanders.ts';
import { askedFor, findClosure, isOfSource, isSave } from './find-closure.ts';
import { markFallen, withoutFallen } from './find-fallen.ts';
import { findLinks, isLink, markUnlinked, withoutLinks } from './find-links.ts';
import { conversations, nameSource } from './name-source.ts';
import { type Replayed, replayDecisions } from './replay-decisions.ts';
import type { RollbackPlan, RollbackTarget } from './rollback-plan.ts';
import { idOfPath, listBelow } from './undo-batch.ts';

export interface RollbackPorts {
  readonly memory: Memory;
  readonly remember: RememberPorts;
  readonly forget: ForgetPorts;
}

/** What to remove, and how. */
export interface PlannedRollback {
  readonly plan: RollbackPlan;
  /** Removed memories that have no live note: in the trash, or merged into others. */
  readonly away: readonly string[];
  /** Lines of daily notes to remove, by day. */
  readonly daily: ReadonlyMap<string, readonly { readonly batch: string; readonly sum: string }[]>;
  readonly apply: (batch: string, files: BatchFiles) => Promise<void>;
}

/** Plans the removal of everything that came from a source. `apart` lists the memories that consolidations decided about. */
export async function planRollback(
  target: RollbackTarget,
  ports: RollbackPorts,
  apart: ReadonlySet<string> = new Set(),
): Promise<PlannedRollback> {
  const { memory, forget, remember } = ports;
  const { vault, log } = forget;
  const entries = withoutFallen(log.read().entries);
  const directory = await forget.directory();
  const readAt = async (path: string): Promise<MemoryNote | null> => {
    const bytes = openBatchFiles(vault.root, '', log).read(path);
    return bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
  };
  const merges = findMerges(vault.root, entries, directory.pathById, openBatchFiles(vault.root, '', log));
  const unmerged = new Map([...merges.values()].flat().map((each) => [each.id, each]));
  const isThere = (id: string): boolean => directory.pathById.has(id) || unmerged.has(id);
  let trash: ReadonlyMap<string, string> | null = null;
  /** The place of a memory's note: its live path, otherwise in the trash. */
  const placeOf = (id: string): string | undefined => {
    const standing = directory.pathById.get(id);
    if (standing !== undefined) return standing;
    trash ??= new Map(
      listBelow(vault.root, '.trash/memora').map((path) => [idOfPath(path), `.trash/memora/${path}`]),
    );
    return trash.get(id);
  };
  const noteOf = new Map<string, MemoryNote | null>();
  const saved = new Map(entries.filter(isSave).map((entry) => [entry.notes[0] ?? '', entry]));
  const load = async (id: string): Promise<MemoryNote | null> => {
    if (!noteOf.has(id)) {
      const place = placeOf(id);
      const merged = unmerged.get(id)?.note;
      noteOf.set(id, merged ?? (place === undefined ? null : await readAt(place)));
    }
    return noteOf.get(id) ?? null;
  };
  /** Reads live memories and former ones: forgotten memories and repetitions belong to the source as well. */
  const readAll = async () => {
    const single = directory.notes.filter(({ noteId }) => !unmerged.has(noteId));
    const all = await Promise.all(single.map(({ path }) => readAt(path)));
    const away = await Promise.all([...saved.keys()].filter((id) => !isThere(id)).map(load));
    return [...all, ...away, ...[...unmerged.values()].map(({ note }) => note)].filter(
      (note) => note !== null,
    );
  };
  const source = await nameSource(target, { memory, vault, entries, readAll });
  // Only sessions that were shown something need evidence for their saves.
  const shown = new Set(entries.flatMap((entry) => (entry.shown.length > 0 ? [entry.batch] : [])));
  for (const [id, entry] of saved)
    if (source.heard.has(entry.batch) || shown.has(entry.batch) || askedFor(entry) !== null) await load(id);
  const { falls, depends } = findClosure(entries, source, (id) => noteOf.get(id)?.evidence != null);

  /** Entries by the source itself. */
  const done = entries.filter((entry) => isOfSource(entry, source));
  let byNote: Map<string, ReadLearningEntry[]> | undefined;
  /** The log entries about a memory. */
  const entriesOf = (id: string): readonly ReadLearningEntry[] => {
    byNote ??= Map.groupBy(entries, ({ notes: [own = ''] }) => own);
    return byNote.get(id) ?? [];
  };
  const isTouched = async (id: string): Promise<boolean> => {
    const path = directory.pathById.get(id);
    const bytes = path === undefined ? null : openBatchFiles(vault.root, '', log).read(path);
    const sums = entriesOf(id).filter(({ sum }) => sum !== null);
    // If a batch was undone, what an earlier batch wrote is in effect.
    return (
      bytes !== null && sums.length > 0 && sums.every(({ batch, sum }) => checkSum(batch, bytes) !== sum)
    );
  };
  const touched = new Set<string>();
  const linked = findLinks(done).filter(({ by }) => !falls.has(by) && directory.pathById.has(by));
  for (const id of [...falls, ...depends, ...linked.map(({ by }) => by)])
    if (await isTouched(id)) touched.add(id);
  const isForgotten = (id: string): boolean =>
    entriesOf(id).findLast(({ code }) => code === 'forgotten' || code === 'restored')?.code === 'forgotten';
  // If somebody edited a merged memory, its whole group is left alone.
  for (const group of merges.values())
    if (group.some(({ id }) => touched.has(id)))
      for (const { id } of group) if (falls.has(id)) touched.add(id);
  const standing = [...falls].filter((id) => isThere(id) && !touched.has(id));
  const isExpired = (id: string): boolean =>
    !isThere(id) && entriesOf(id).some(({ operation }) => operation === 'expire');
  const replayed = new Map<string, Replayed>();
  for (const id of depends) {
    const note = touched.has(id) ? null : await load(id);
    const place = placeOf(id);
    if (note === null || place === undefined || isExpired(id)) continue;
    replayed.set(id, { note, path: pathBefore(place), isForgotten: isForgotten(id) });
  }
  // Memories that the source forgot come back.
  const forgot = new Set(
    done.flatMap(({ code, notes: [id = ''] }) =>
      code === 'forgotten' && isForgotten(id) && !falls.has(id) ? [id] : [],
    ),
  );
  const repeats = [...replayed.keys()].filter((id) => !isThere(id) && !isForgotten(id));
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
  // This is how memories that are decided again lose their links.
  const unlinked = linked.filter(({ by }) => !touched.has(by) && !replayed.has(by));
  const wasReplaced = linked.flatMap((each) => (touched.has(each.by) ? [] : each.older.filter(isThere)));
  const returned = [...older.map(nameOf), ...wasReplaced].filter((id) => !falls.has(id));
  const daily = dailyLinesOf(done);
  const plan = {
    falls: standing.sort(),
    stands: [...replayed.keys()].filter(isThere).sort(),
    returns: [...new Set([...repeats, ...forgot, ...returned])].sort(),
    touched: [...touched].sort(),
    dailyLines: [...daily.values()].reduce((sum, lines) => sum + lines.length, 0),
    turns: [...source.turns]
      .flatMap(([path, gone]) => (gone === null ? [path] : [...gone].map((index) => `${path}#t${index}`)))
      .sort(),
  };
  const involved = new Set([...[...falls].filter((id) => !touched.has(id)), ...replayed.keys(), ...apart]);
  const findAffected = () => {
    const decided = findDecidedDisputes(entries, directory.pathById, openBatchFiles(vault.root, '', log));
    if (merges.size + decided.size === 0 || involved.size === 0) return [];
    const around = findAround(involved, entries).ids;
    const isAround = (group: readonly { readonly id: string }[]) =>
      group.some(({ id }) => around.has(id)) && !group.some(({ id }) => touched.has(id));
    const groups = [...new Set(merges.values())].filter(isAround).flat();
    const merged = new Set(groups.map(({ id }) => id));
    const alone = [...decided.values()].filter((each) => !merged.has(each.id) && isAround([each]));
    return [...groups, ...alone];
  };
  const first = entries.find((entry) => isSave(entry) && involved.has(entry.notes[0] ?? ''));
  const consolidations = new Set(
    [...findConsolidations(entries)].filter(({ line }) => first !== undefined && line > first.line),
  );
  /** Plans the rest once forgotten memories have been restored. */
  const bystanders = async (files: BatchFiles) => {
    if (replayed.size + consolidations.size === 0) return { memories: [], conversations: [] };
    const { pathById } = await forget.directory();
    return findBystanders(consolidations.size > 0 ? involved : replayed.keys(), entries, {
      claims: memory.claims,
      files,
      pathById,
      placeInTrash: placeOf,
      isForgotten,
      isLeftOut: (id) => falls.has(id) || replayed.has(id) || touched.has(id),
      conversations: await conversations({ memory, vault }),
    });
  };
  const apply = async (batch: string, files: BatchFiles): Promise<void> => {
    const affected = findAffected();
    if (affected.length > 0) {
      await takeApart(affected, directory.pathById, { memory, log, batch, files });
      const ids = new Set([...apart, ...affected.map(({ id }) => id)]);
      await (await planRollback(target, ports, ids)).apply(batch, files);
      return;
    }
    const gone = [...falls].filter((id) => !touched.has(id));
    markFallen(log, batch, gone.sort());
    for (const id of gone) {
      const place = placeOf(id);
      if (place !== undefined) await files.change(place, id, null);
    }
    for (const links of linked) {
      const path = directory.pathById.get(links.by) ?? '';
      const bytes = touched.has(links.by) ? null : files.read(path);
      const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
      if (bytes === null || note === null) continue;
      const next = unlinked.includes(links) ? withoutLinks(links, { path, bytes, note }, files) : bytes;
      markUnlinked(log, batch, links, next);
      if (next !== bytes) await files.change(path, links.by, next);
    }
    for (const [path, gone] of source.turns) {
      const bytes = files.read(path);
      if (bytes !== null)
        await files.change(path, 'file', gone === null ? null : cutTurns(bytes, path, gone));
    }
    for (const [day, lines] of daily) {
      const [archived = ''] = archivedPath(remember.root, `daily_${day}`);
      const plain = `${remember.root}episodic/daily/${day}.md`;
      const path = files.read(plain) === null ? archived : plain;
      const bytes = files.read(path);
      if (bytes === null) continue;
      const left = cutDailyLines(bytes, lines);
      if (left.cut > 0) await files.change(path, 'file', left.bytes);
    }
    await memory.indexNotes([...files.changed]);
    for (const id of forgot) await restoreMemory(id, 'rolled back', { ...forget, batch });
    const around = await bystanders(files);
    const inPlay = new Set([...around.memories.map(({ id }) => id), ...replayed.keys()]);
    const again = {
      since: (consolidations.size > 0 ? first?.time : undefined) ?? null,
      at: consolidations,
      run: () => consolidateAgain(inPlay, { memory, forget, batch, files }),
    };
    const left = entries.filter(
      (entry) => !(isLink(entry) || entry.code === 'forgotten') || !isOfSource(entry, source),
    );
    await replayDecisions(replayed, left, falls, around, {
      ...{ remember, files, batch, vaultRoot: vault.root, again },
    });
  };
  const away = [...falls].filter((id) => !standing.includes(id) && !touched.has(id));
  return { plan, away, daily, apply };
}

/** The lines of daily notes that these entries wrote, by day. */
function dailyLinesOf(entries: readonly ReadLearningEntry[]) {
  const daily = new Map<string, { batch: string; sum: string }[]>();
  for (const { batch, code, notes, sum } of entries) {
    const day = /^daily_(\d{4}-\d{2}-\d{2})$/u.exec(notes[0] ?? '')?.[1];
    if (code !== 'daily_line' || day === undefined || sum === null) continue;
    daily.set(day, [...(daily.get(day) ?? []), { batch, sum }]);
  }
  return daily;
}
