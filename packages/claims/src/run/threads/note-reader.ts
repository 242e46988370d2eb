import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Band } from '@memora/core';
import type { ReadNote } from '../../extract/offline/read-offline.ts';
import type { IndexReaders } from '../../store/index-run.ts';
import { keepThread, takeThread } from './reader-thread.ts';
import { takeNote } from './take-note.ts';

/** Reads notes on a second thread while this one writes. */
export interface NoteReader extends AsyncDisposable {
  /** Null where the note is to be read here: this thread was the first to come to it, or the other one failed. */
  readonly read: (path: string, bytes: Uint8Array, defaultBand: Band | undefined) => Promise<ReadNote | null>;
}

/** A note for the thread. `bytes` are handed over, not copied. */
export interface NoteRequest {
  readonly id: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
  /** Only parses the note: nothing is extracted. */
  readonly parseOnly?: boolean;
}

/** What goes to the thread: first, under the id 0, what it reads with, then notes. Without `free` no other thread takes any of them. */
export type ReadRequest =
  | { readonly id: 0; readonly readers: IndexReaders; readonly free: SharedArrayBuffer | null }
  | NoteRequest;

/** What comes back of a note that the thread has taken. */
export interface ReadResponse {
  readonly id: number;
  readonly read: ReadNote | null;
}

/** Notes that may wait for the thread at once. */
const PLACES = 512;

/**
 * Starts the thread, or takes the one that an earlier run has left. Null where there is one processor only, or where the
 * thread's file was left out of a bundle: all is read here then, with the same result.
 *
 * Every note is sent at once, and this thread takes one back whenever it has nothing else to do: neither waits for the other as long
 * as a note is left.
 */
export function startNoteReader(readers: IndexReaders = {}): NoteReader | null {
  if (availableParallelism() < 2) return null;
  const found = Object.fromEntries(
    Object.entries(readers).filter(([, { file }]) => file === null || existsSync(file)),
  );
  const thread = takeThread();
  if (thread === null) return null;
  const shared = new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT);
  const free = new Int32Array(shared);
  const sent = new Map<number, (read: ReadNote | null) => void>();
  let isGone = false;
  let isHearing = false;
  let isTurnDue = false;

  const giveUp = (): void => {
    isGone = true;
    for (const resolve of sent.values()) resolve(null);
    sent.clear();
  };
  /** Takes the first note that the other thread has not begun. False where none is left. */
  const takeBack = (): boolean => {
    for (const [id, resolve] of sent) {
      if (!takeNote(free, id)) continue;
      sent.delete(id);
      resolve(null);
      return true;
    }
    return false;
  };
  /** Of what has come in a turn of the event loop something is to be made first. */
  const takeTurn = (): void => {
    isTurnDue = false;
    if (isHearing || takeBack()) planTurn();
    isHearing = false;
  };
  const planTurn = (): void => {
    if (isTurnDue || sent.size === 0) return;
    isTurnDue = true;
    setImmediate(takeTurn);
  };
  thread.listen({
    hear: ({ id, read }) => {
      isHearing = true;
      sent.get(id)?.(read);
      sent.delete(id);
      planTurn();
    },
    end: giveUp,
  });
  thread.post({ id: 0, readers: found, free: shared }, []);

  return {
    read: (path, bytes, defaultBand) => {
      const id = thread.nextId();
      // A place that is still somebody's: far more is read ahead than was thought of.
      if (isGone || Atomics.load(free, id % PLACES) !== 0) return Promise.resolve(null);
      return new Promise((resolve) => {
        sent.set(id, resolve);
        Atomics.store(free, id % PLACES, id);
        // A slice of a Buffer is no copy.
        const copy = new Uint8Array(bytes);
        thread.post({ id, path, bytes: copy, defaultBand }, [copy.buffer]);
        planTurn();
      });
    },
    [Symbol.asyncDispose]: async () => {
      const isIdle = !isGone && sent.size === 0;
      giveUp();
      if (isIdle) keepThread(thread);
      else await thread.end();
    },
  };
}
