import { placeIn, removeFile, writeWholeFile } from '@memora/privacy/files';
import { type NoteTurn, parseNote, readTurns } from '@memora/vault';
import { keptPlace } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { BatchFiles } from './batch-files.ts';
import { cutTurns } from './cut-lines.ts';
import type { Bystander, Bystanders } from './find-bystanders.ts';
import { isSave } from './find-closure.ts';

interface WorldPorts {
  readonly memory: { readonly indexNotes: (paths: readonly string[]) => Promise<unknown> };
  readonly files: BatchFiles;
  readonly vaultRoot: string;
  readonly batch: string;
}

/**
 * Restores the vault's state at the time of each decision: later memories and turns are hidden, and memories forgotten later are present. `close` undoes this
 * byte for byte. After a crash, undoing the batch restores hidden files, and files that became visible are forgotten again.
 */
export async function openWorld(
  { memories, conversations }: Bystanders,
  entries: readonly ReadLearningEntry[],
  since: string,
  { memory, files, vaultRoot, batch }: WorldPorts,
) {
  const last = new Map<string, string>();
  for (const entry of entries)
    if (isSave(entry) && entry.notes[0] !== undefined) last.set(entry.notes[0], entry.time);
  const later = new Map(
    memories
      .filter(({ id, isStanding }) => isStanding && (last.get(id) ?? '') >= since)
      .map((each) => [each.id, each]),
  );
  const gone = new Set(
    entries.flatMap(({ code, time, notes }) => (code === 'forgotten' && time >= since ? notes : [])),
  );
  const forgotten = new Map(
    memories.filter(({ id, isStanding }) => !isStanding && gone.has(id)).map((each) => [each.id, each]),
  );
  const talks = conversations.flatMap((path) => {
    const bytes = files.read(path);
    const turns = bytes === null ? [] : readTurns(parseNote(bytes, { path }));
    return bytes !== null && turns.some(({ at }) => isAfter(at, since)) ? [{ path, bytes, turns }] : [];
  });
  const shown = new Map<string, number>();
  const show = async (path: string, id: string, bytes: Uint8Array | null): Promise<void> => {
    await files.change(path, id, bytes);
    await memory.indexNotes([path]);
  };
  const place = async ({ path, bytes }: Bystander, isThere: boolean): Promise<void> => {
    // Not logged as created by this batch: undoing the batch would otherwise remove it from the trash too.
    if (isThere) await writeWholeFile(placeIn(vaultRoot, path), bytes, { mode: 0o644, folderMode: 0o777 });
    else removeFile(placeIn(vaultRoot, path));
    await memory.indexNotes([path]);
  };
  const talkAt = async (time: string | null): Promise<void> => {
    for (const { path, bytes, turns } of talks) {
      const gone = turns.filter(({ at }) => time !== null && isAfter(at, time));
      if (gone.length === (shown.get(path) ?? 0)) continue;
      shown.set(path, gone.length);
      const indexes = new Set(gone.flatMap(({ index }: NoteTurn) => index ?? []));
      await show(path, 'file', gone.length === 0 ? bytes : cutTurns(bytes, path, indexes));
    }
  };
  for (const { path, id } of later.values()) await files.change(path, id, null);
  await memory.indexNotes([...later.values()].map(({ path }) => path));
  return {
    /** Advances to an entry of the log. */
    enter: async (entry: ReadLearningEntry): Promise<void> => {
      const [own = ''] = entry.notes;
      const hidden = later.get(own);
      const lost = forgotten.get(own);
      if (entry.time >= since && isSave(entry)) await talkAt(entry.time);
      if (hidden !== undefined && isSave(entry)) await show(hidden.path, own, hidden.bytes);
      else if (lost !== undefined && (isSave(entry) || entry.code === 'restored')) await place(lost, true);
      else if (lost !== undefined && entry.code === 'forgotten') await place(lost, false);
    },
    close: async (): Promise<void> => {
      await talkAt(null);
      for (const { path, bytes } of [...later.values(), ...talks]) {
        const kept = files.read(keptPlace(batch, path));
        const standing = files.read(path);
        const isAsBefore = standing !== null && Buffer.compare(standing, bytes) === 0;
        if (isAsBefore && kept !== null && Buffer.compare(kept, bytes) === 0)
          removeFile(placeIn(vaultRoot, keptPlace(batch, path)));
      }
      // Temporarily restored memories go back to the trash; undoing the batch must not bring them back.
      for (const { path } of forgotten.values())
        if (files.read(keptPlace(batch, path)) !== null)
          removeFile(placeIn(vaultRoot, keptPlace(batch, path)));
    },
  };
}

/** True for a turn whose time is known and later. */
function isAfter(at: string | null | undefined, time: string): boolean {
  return at != null && Date.parse(at) > Date.parse(time);
}
