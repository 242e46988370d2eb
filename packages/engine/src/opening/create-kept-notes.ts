import { join } from 'node:path';
import type { Claim } from '@memora/claims';
import type { SpanLike } from '@memora/core';
import { statOrNull } from '../indexing/stat-or-null.ts';
import type { NoteBands } from '../privacy/read-note-bands.ts';

/** A note whose file has not changed since it was read. */
export interface KeptNote {
  readonly bytes: Uint8Array;
  readonly read: Promise<Uint8Array>;
  readonly bands: NoteBands;
  /** The state of the file that was read. */
  readonly file: FileState;
  /** Where claims were seen in these bytes, by their ids. */
  readonly spans: Map<string, SpanLike>;
}

/** Notes that the latest questions read, for callers that read their hits again. */
export interface KeptNotes {
  /**
   * Undefined if the file is not the one that was read, or is not known. While `at` stays the same, nothing
   * was written to the index and each file is checked once. A later change is detected when the note is
   * shown.
   */
  readonly look: (path: string, at: number | null) => KeptNote | undefined;
  /**
   * Keeps the content of a file that was inspected before it was read, while the index had the state `at` or
   * later; undefined if it may not be kept.
   */
  readonly keep: (path: string, read: ReadFile, at: number | null) => KeptNote | undefined;
  readonly forget: (path: string) => void;
  readonly clear: () => void;
}

/** The identity of the file at a path, and the times at which the file and its name last changed. */
interface FileState {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** A file that was inspected and then read. */
interface ReadFile {
  readonly file: FileState;
  readonly bytes: Uint8Array;
  readonly bands: NoteBands;
}

interface Entry extends KeptNote {
  readonly full: string;
  /** The state of the index when its file was last inspected. */
  at: number | null;
}

/** The approximate limit of kept bytes. The oldest notes are dropped first. */
const MOST_BYTES = 16_000_000;
/** Longer notes are read each time. */
const LONGEST = 65_536;
/** Memory that a note uses in addition to its bytes. */
const BESIDE = 1_024;
/**
 * A file may be written twice within one tick of its clock, so a file that changed this recently is not kept.
 */
const GRAIN_MS = 2_000;

/** Starts without notes. Secret notes, and notes with a secret, are never kept. */
export function createKeptNotes(root: string): KeptNotes {
  const entries = new Map<string, Entry>();
  let size = 0;
  const forget = (path: string): void => {
    const known = entries.get(path);
    if (known === undefined) return;
    entries.delete(path);
    size -= known.bytes.length + BESIDE;
  };
  return {
    forget,
    clear: () => {
      entries.clear();
      size = 0;
    },
    look: (path, at) => {
      const known = entries.get(path);
      if (known === undefined || (at !== null && known.at === at)) return known;
      const now = statOrNull(known.full);
      known.at = at;
      if (now !== null && isSameFile(now, known.file)) return known;
      forget(path);
      return undefined;
    },
    keep: (path, { file, bytes, bands }, at) => {
      const isOpen = bands.band !== 'secret' && bands.regions.length === 0;
      const isOld = Math.max(file.mtimeMs, file.ctimeMs) <= Date.now() - GRAIN_MS;
      if (!isOpen || !isOld || bytes.length > LONGEST || bytes.length !== file.size) return undefined;
      forget(path);
      const { dev, ino, size: length, mtimeMs, ctimeMs } = file;
      const entry = {
        full: join(root, path),
        file: { dev, ino, size: length, mtimeMs, ctimeMs },
        bytes,
        read: Promise.resolve(bytes),
        bands,
        spans: new Map<string, SpanLike>(),
        at,
      };
      entries.set(path, entry);
      size += bytes.length + BESIDE;
      for (const oldest of entries.keys()) {
        if (size <= MOST_BYTES) break;
        forget(oldest);
      }
      return entry;
    },
  };
}

/**
 * True if a file is the one that was inspected before: same number, size, and times to a quarter of a
 * microsecond.
 */
export function isSameFile(one: FileState, other: FileState): boolean {
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

/** True if a kept note has a claim at its place. */
export function isSeenIn({ spans }: KeptNote, { id, span }: Claim): boolean {
  const seen = spans.get(id);
  return seen !== undefined && seen.start === span.start && seen.end === span.end;
}
