import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { statOrNull } from '../indexing/stat-or-null.ts';
import type { NoteBands } from '../privacy/read-note-bands.ts';
import { isSameFile, type KeptNote, type KeptNotes } from './create-kept-notes.ts';

/** Notes as they were when a question first read them. */
export interface NoteSnapshot {
  /**
   * A note's bytes. They are read once, and again only if the file changed during a wait for something
   * external.
   */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Forgets notes whose files have changed since they were read: all such notes, or the one at a path. */
  readonly renew: (path?: string) => void;
  /** A note as an earlier question read it, if its file is unchanged, or was unchanged after the last write to the index. Only if notes may be kept. */
  readonly known: (path: string) => KeptNote | undefined;
  /** Keeps a note that was read here for later questions; undefined if it may not be. */
  readonly keep: (path: string, bytes: Uint8Array, bands: NoteBands) => KeptNote | undefined;
  /** Forgets a note, so that it is read anew. */
  readonly forget: (path: string) => void;
  /** Waits for something slow, such as a model. Notes that change during the wait are read anew. */
  readonly waitFor: <T>(task: () => Promise<T>) => Promise<T>;
}

/** The sources of a snapshot. */
interface SnapshotPorts {
  readonly root: string;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Notes of earlier questions, for callers that read their hits again. */
  readonly kept?: KeptNotes | undefined;
  /** A number that changes whenever the index is written; null if unknown. */
  readonly at?: () => number | null;
}

/** The bytes of notes that a question keeps. Notes beyond that are read each time. */
const MOST_BYTES = 32_000_000;

interface Kept {
  readonly full: string;
  readonly file: Stats | null;
  readonly bytes: Promise<Uint8Array | null>;
  /** The state of the index before its file was looked at. */
  readonly at: number | null;
}

/** Starts a snapshot that has no notes yet. */
export function createNoteSnapshot({
  root,
  readNote,
  kept: ofOthers,
  at: lookedAt = () => null,
}: SnapshotPorts): NoteSnapshot {
  // A question ignores changes after its start; the next question sees them.
  let seenAt: number | null | undefined;
  const at = () => {
    seenAt ??= lookedAt();
    return seenAt;
  };
  const kept = new Map<string, Kept>();
  let size = 0;
  let waiting = 0;
  const isSame = ({ full, file }: Kept) => isSameState(statOrNull(full), file);
  const knownBy = new Map<string, KeptNote | undefined>();
  const known = (path: string): KeptNote | undefined => {
    if (ofOthers === undefined || waiting > 0 || kept.has(path)) return undefined;
    if (knownBy.has(path)) return knownBy.get(path);
    const note = ofOthers.look(path, at());
    knownBy.set(path, note);
    return note;
  };
  const renew = (only?: string) => {
    const known = only === undefined ? undefined : kept.get(only);
    const looked = only === undefined ? kept : known === undefined ? [] : [[only, known] as const];
    for (const [path, each] of looked) if (!isSame(each)) kept.delete(path);
  };
  return {
    renew,
    known,
    keep: (path, bytes, bands) => {
      const read = kept.get(path);
      if (read?.file == null) return undefined;
      return ofOthers?.keep(path, { file: read.file, bytes, bands }, read.at);
    },
    forget: (path) => {
      kept.delete(path);
      knownBy.set(path, undefined);
      ofOthers?.forget(path);
    },
    readNote: (path) => {
      const ofOther = known(path);
      if (ofOther !== undefined) return ofOther.read;
      const own = kept.get(path);
      if (own !== undefined && (waiting === 0 || isSame(own))) return own.bytes;
      // The file is inspected before it is read, so that a write in between counts as a change.
      const full = join(root, path);
      const before = at();
      const file = statOrNull(full);
      const bytes = readNote(path);
      if (size > MOST_BYTES) return bytes;
      const each = { full, file, bytes, at: before };
      kept.set(path, each);
      bytes.then(
        (read) => {
          size += read?.length ?? 0;
        },
        () => kept.get(path) === each && kept.delete(path),
      );
      return bytes;
    },
    waitFor: async (task) => {
      waiting++;
      try {
        return await task();
      } finally {
        waiting--;
        renew();
      }
    },
  };
}

function isSameState(one: Stats | null, other: Stats | null): boolean {
  return one === null || other === null ? one === other : isSameFile(one, other);
}
