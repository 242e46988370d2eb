import { MemoraError } from '@memora/core';

/** The notes of one question: each is read once. */
interface QuestionNotes {
  /** Null if there is none, or if its bytes can't be shown: then `reasons` contains the cause. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Adds notes that another query read: bytes, or the reason why there are none. */
  readonly learn: (found: Iterable<readonly [path: string, bytes: Uint8Array | MemoraError | null]>) => void;
  /** Forgets the notes that were read, for a repeated question. */
  readonly renew: () => void;
  /** True for a note that exists but can't be shown to the caller. */
  readonly isClosed: (path: string) => boolean;
  /** Why notes could not be read: the number of notes by code. */
  readonly reasons: () => readonly string[];
}

const TOLD = new Set(['TEAM_KEY_MISSING', 'TEAM_BLOB_ALTERED']);

/**
 * True if an error is about a single note: its bytes can't be shown to the caller, and those of every other
 * note can.
 */
export function isOfOneNote(error: unknown): error is MemoraError {
  return MemoraError.isInstance(error) && TOLD.has(error.code);
}

/**
 * A single note that is sealed under another key, or whose bytes were altered, loses its own claims but does
 * not make the answer fail.
 */
export function keepNotesOfQuestion(read: (path: string) => Promise<Uint8Array | null>): QuestionNotes {
  const kept = new Map<string, Promise<Uint8Array | null>>();
  const pathsByCode = new Map<string, Set<string>>();
  const orTell = (path: string, reading: Promise<Uint8Array | null>) =>
    reading.catch((error: unknown) => {
      if (!isOfOneNote(error)) throw error;
      const paths = pathsByCode.get(error.code) ?? new Set();
      pathsByCode.set(error.code, paths.add(path));
      return null;
    });
  return {
    learn: (found) => {
      // The first read counts, so that the checked bytes are the shown bytes.
      for (const [path, bytes] of found)
        if (!kept.has(path))
          kept.set(
            path,
            orTell(path, bytes instanceof Error ? Promise.reject(bytes) : Promise.resolve(bytes)),
          );
    },
    renew: () => {
      kept.clear();
      pathsByCode.clear();
    },
    readNote: (path) => {
      const known = kept.get(path);
      if (known !== undefined) return known;
      const reading = orTell(path, read(path));
      kept.set(path, reading);
      reading.catch(() => kept.delete(path));
      return reading;
    },
    isClosed: (path) => [...pathsByCode.values()].some((paths) => paths.has(path)),
    reasons: () => [...pathsByCode].map(([code, paths]) => `notes: ${code}: ${paths.size} of them`).sort(),
  };
}
