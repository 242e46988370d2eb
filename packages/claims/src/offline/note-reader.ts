import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Band } from '@memora/core';
import type { ReadNote } from './read-offline.ts';

/** Reads notes on a second thread while this one writes. */
export interface NoteReader extends AsyncDisposable {
  /** Null where the note is to be read here: the thread is not there yet, has enough to do, or failed. */
  readonly read: (path: string, bytes: Uint8Array, defaultBand: Band | undefined) => Promise<ReadNote | null>;
}

/** What goes to the thread; `bytes` are handed over, not copied. */
export interface ReadRequest {
  readonly id: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
}

/** What comes back. Id 0 says that the thread is there. */
export interface ReadResponse {
  readonly id: number;
  readonly read: ReadNote | null;
}

/** Notes that may wait for the thread: as many as it reads while a commit is written. */
const MOST_WAITING = 96;

/**
 * Starts the thread. Null where there is one processor only, or where the thread's file was left out of a bundle: all is read
 * here then, with the same result.
 */
export function startNoteReader(): NoteReader | null {
  const file = workerFile();
  if (availableParallelism() < 2 || !existsSync(file)) return null;
  // From source, packages resolve under a condition that the thread has to be told of.
  const worker = new Worker(file, isSource ? { execArgv: ['--conditions=memora-source'] } : {});
  const waiting = new Map<number, (read: ReadNote | null) => void>();
  let isThere = false;
  let lastId = 0;
  const giveUp = (): void => {
    isThere = false;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  worker.on('message', ({ id, read }: ReadResponse) => {
    if (id === 0) isThere = true;
    waiting.get(id)?.(read);
    waiting.delete(id);
  });
  worker.on('error', giveUp);
  worker.on('exit', giveUp);
  return {
    read: async (path, bytes, defaultBand) => {
      if (!isThere || waiting.size >= MOST_WAITING) return null;
      const id = ++lastId;
      const own = bytes.slice();
      worker.postMessage({ id, path, bytes: own, defaultBand } satisfies ReadRequest, [own.buffer]);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}

const isSource = import.meta.url.endsWith('.ts');

/** The compiled file lies beside the bundle that this module is part of. */
function workerFile(): string {
  return fileURLToPath(new URL(`./read-notes-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
}
