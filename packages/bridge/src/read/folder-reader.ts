import { closeSync, readSync } from 'node:fs';
import {
  listFolder,
  openToRead,
  type Place,
  pathOf,
  placeAt,
  placeIn,
  readPlainFile,
} from '@memora/privacy/files';
import { LEFT_OUT } from './instruction-files.ts';

/** Reads one folder, by paths with `/` below it. Links are not followed. */
export interface FolderReader {
  /** Absolute path. */
  readonly root: string;
  /** The files below it, in order, at most ten folders deep. */
  readonly list: () => readonly string[];
  /** Null if there is none, or it may not be read. */
  readonly read: (path: string) => Uint8Array | null;
  readonly chunks: (path: string) => AsyncGenerator<Uint8Array>;
}

const DEEPEST = 10;
const MOST_FILES = 200_000;
const MOST_BYTES = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

/** A reader for a folder that the user named. */
export function openFolderReader(folder: string): FolderReader {
  const place = placeAt(folder);
  const root = pathOf(place);
  const below = (path: string): Place => placeIn(root, path);
  return {
    root,
    list: () => {
      const found: string[] = [];
      walk(root, '', 0, found);
      return found;
    },
    read: (path) => {
      try {
        return readPlainFile(below(path), MOST_BYTES);
      } catch {
        return null;
      }
    },
    chunks: (path) => chunksOf(below(path)),
  };
}

/** Reads a file 64 KiB at a time, so its rows are freed early. Each chunk has its own bytes, which the reader may keep. Empty if there is no file. */
export async function* chunksOf(place: Place): AsyncGenerator<Uint8Array> {
  const opened = openToRead(place);
  if (opened === null) return;
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(CHUNK);
      const read = readSync(opened.file, buffer);
      if (read === 0) return;
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(opened.file);
  }
}

function walk(root: string, under: string, depth: number, found: string[]): void {
  if (depth > DEEPEST || found.length >= MOST_FILES) return;
  let entries: ReturnType<typeof listFolder>;
  try {
    entries = listFolder(under === '' ? { base: root, parts: [] } : placeIn(root, under));
  } catch {
    return;
  }
  for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!LEFT_OUT.has(entry.name)) walk(root, path, depth + 1, found);
    } else if (entry.isFile()) found.push(path);
  }
}
