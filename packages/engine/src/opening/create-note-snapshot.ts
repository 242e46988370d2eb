import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Notes as they were when a question first read them. */
export interface NoteSnapshot {
  /** A note's bytes; read once, and again only where the file changed while something outside was waited for. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Forgets notes whose files are not the ones that were read: all of them, or the one of a path. */
  readonly renew: (path?: string) => void;
  /** Waits for something that may take long, such as a model: meanwhile and afterwards a changed file is read anew. */
  readonly waitFor: <T>(task: () => Promise<T>) => Promise<T>;
}

/** What a snapshot reads from. */
export interface SnapshotPorts {
  readonly root: string;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
}

/** A question keeps this many bytes of notes; what is beyond them is read each time. */
const MOST_BYTES = 32_000_000;

interface Kept {
  readonly full: string;
  readonly file: Stats | null;
  readonly bytes: Promise<Uint8Array | null>;
}

/** Starts a snapshot that has no notes yet. */
export function createNoteSnapshot({ root, readNote }: SnapshotPorts): NoteSnapshot {
  const kept = new Map<string, Kept>();
  let size = 0;
  let waiting = 0;
  const isSame = ({ full, file }: Kept) => isSameState(lookAt(full), file);
  const renew = (only?: string) => {
    const known = only === undefined ? undefined : kept.get(only);
    const looked = only === undefined ? kept : known === undefined ? [] : [[only, known] as const];
    for (const [path, each] of looked) if (!isSame(each)) kept.delete(path);
  };
  return {
    renew,
    readNote: (path) => {
      const known = kept.get(path);
      if (known !== undefined && (waiting === 0 || isSame(known))) return known.bytes;
      // Looked at before it is read: what is written in between is seen as a change.
      const full = join(root, path);
      const file = lookAt(full);
      const bytes = readNote(path);
      if (size > MOST_BYTES) return bytes;
      const each = { full, file, bytes };
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

/** Which file it is, its size, and when it and its name last changed, to a quarter of a microsecond. */
function isSameState(one: Stats | null, other: Stats | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
