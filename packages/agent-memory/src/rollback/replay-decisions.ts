import { parseNote } from '@memora/vault';
import { readKnownTexts } from '../admit/known-texts.ts';
import type { FileChange } from '../consolidate/standing-memory.ts';
import { withoutHold } from '../forget/forget-memory.ts';
import { trashOf } from '../forget/move-memory.ts';
import { checkSum, keptPlace } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';
import { replacedBy, withReplaced } from '../note/replaced-memories.ts';
import { toSeconds } from '../remember/compose-memory.ts';
import { decideMemory } from '../remember/decide-memory.ts';
import { bytesOf } from '../remember/preview-memory.ts';
import type { RememberPorts } from '../remember/remember-memory.ts';
import type { BatchFiles } from './batch-files.ts';
import type { Bystanders } from './find-bystanders.ts';
import { askedFor, isSave } from './find-closure.ts';
import { isLink } from './find-links.ts';
import { openWorld } from './replay-world.ts';

interface ReplayPorts {
  readonly remember: RememberPorts;
  readonly files: BatchFiles;
  readonly batch: string;
  readonly vaultRoot: string;
  /** Consolidation decisions about these memories, repeated at the end of each consolidation. */
  readonly again: {
    /** The earliest save that is removed or decided again. */
    readonly since: string | null;
    readonly at: ReadonlySet<ReadLearningEntry>;
    readonly run: () => Promise<readonly FileChange[]>;
  };
}

const IMPORTS: ReadonlySet<string> = new Set(['import', 'sync']);

/** A memory that is decided again. */
export interface Replayed {
  readonly note: MemoryNote;
  /** The path of its note, existing or not. */
  readonly path: string;
  /** True if it was in the trash when the rollback began because somebody forgot it. */
  readonly isForgotten: boolean;
}

/**
 * Repeats decisions that depended on removed items, in the order in which the memories were saved, as if those items had never existed. All of these memories
 * are removed first, so each decision sees the vault as it was then.
 */
export async function replayDecisions(
  replayed: ReadonlyMap<string, Replayed>,
  entries: readonly ReadLearningEntry[],
  fallen: ReadonlySet<string>,
  around: Bystanders,
  { remember, files, batch, vaultRoot, again }: ReplayPorts,
): Promise<void> {
  const { memory } = remember;
  const first = entries.find((entry) => isSave(entry) && replayed.has(entry.notes[0] ?? ''))?.time;
  const since = again.since ?? first;
  if (since === undefined) return;
  const out = [...replayed].filter(([, { path }]) => files.read(path) !== null);
  for (const [id, { path }] of out) await files.change(path, id, null);
  if (out.length > 0) await memory.indexNotes(out.map(([, { path }]) => path));
  const pinned = readKnownTexts([]);
  const seenBy = new Map<string, Set<string>>();
  const written = new Map<string, { path: string; bytes: Uint8Array }>();
  const put = async (id: string, path: string, bytes: Uint8Array | null): Promise<void> => {
    await files.change(path, id, bytes);
    await memory.indexNotes([path]);
  };
  const isStanding = async (id: string | null): Promise<boolean> =>
    id !== null &&
    !fallen.has(id) &&
    (await memory.claims.listClaims({ noteId: id, limit: 1 })).claims.length > 0;
  const world = await openWorld(around, entries, since, { memory, files, vaultRoot, batch });
  for (const entry of entries) {
    await world.enter(entry);
    const [own = ''] = entry.notes;
    const seen = seenBy.get(entry.batch) ?? new Set();
    seenBy.set(entry.batch, seen);
    for (const id of entry.shown) seen.add(id);
    const found = replayed.get(own);
    const at = written.get(own);
    if (again.at.has(entry)) {
      for (const { id, path, next } of await again.run()) {
        if (next === null) written.delete(id);
        else if (written.has(id)) written.set(id, { path, bytes: next });
      }
    } else if (found === undefined) {
      if (isSave(entry)) seen.add(own);
    } else if (isSave(entry)) {
      const decided = await decideMemory(
        askedAgain(found.note, entry, await isStanding(askedFor(entry))),
        {
          evidence: found.note.evidence === null ? null : 'given',
          isPublicAsked: false,
          savesLeft: null,
          // An import has no session.
          session: { known: pinned, hasSeen: (id) => !IMPORTS.has(entry.operation) && seen.has(id) },
        },
        { ...remember, minLength: 0, pinned: async () => pinned },
      );
      const bytes = bytesOf(decided.note);
      const path = placeOfMemory(remember.root, decided.note);
      remember.log.append({
        batch,
        operation: 'rollback',
        notes: [own, ...decided.looked],
        sum: checkSum(batch, bytes),
        code: decided.isWritten ? 'decided' : 'repeats',
      });
      if (decided.isWritten) {
        await put(own, path, bytes);
        written.set(own, { path, bytes });
        seen.add(own);
      } else {
        await files.change(keptPlace(entry.batch, path), own, bytes);
        for (const id of decided.looked) seen.add(id);
      }
    } else if (at !== undefined && entry.code === 'forgotten') {
      await put(own, at.path, null);
      await files.change(trashOf(at.path), own, at.bytes);
    } else if (at !== undefined && entry.code === 'restored') {
      await files.change(trashOf(at.path), own, null);
      await put(own, at.path, at.bytes);
    } else if (at !== undefined && isLink(entry) && (await isStanding(entry.asked))) {
      at.bytes = withLink(at, entry.asked ?? '');
      await put(own, at.path, at.bytes);
    } else if (at !== undefined && entry.code === 'confirmed') {
      at.bytes = withoutHold(at.bytes) ?? at.bytes;
      await put(own, at.path, at.bytes);
    }
  }
  await world.close();
}

/** The note with one more replaced memory. */
function withLink(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  id: string,
): Uint8Array {
  const note = readMemory(parseNote(bytes, { path }), bytes);
  return note === null ? bytes : bytesOf(withReplaced(note, [...replacedBy(note), id]));
}

/** The memory as it was requested, before any decision about it. */
function askedAgain(note: MemoryNote, entry: ReadLearningEntry, isThere: boolean): MemoryNote {
  return {
    ...withReplaced(note, isThere ? [askedFor(entry) ?? []].flat() : []),
    source: note.source === 'tool' ? 'agent' : note.source,
    held: null,
    // A memory from another store was written there.
    created: note.source === 'external' ? note.created : toSeconds(new Date(entry.time)),
  };
}
