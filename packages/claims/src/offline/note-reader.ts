import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Band } from '@memora/core';
import type { IndexReaders } from '../index-run.ts';
import type { ReadNote } from './read-offline.ts';
import { keepThread, takeThread } from './reader-thread.ts';

/** Reads notes on a second thread while this one writes. */
export interface NoteReader extends AsyncDisposable {
  /** Null where the note is to be read here: the thread is not there yet, has enough to do, or failed. */
  readonly read: (path: string, bytes: Uint8Array, defaultBand: Band | undefined) => Promise<ReadNote | null>;
}

/** What goes to the thread: first the files of the readers, then notes. `bytes` are handed over, not copied. */
export type ReadRequest =
  | { readonly id: 0; readonly readers: IndexReaders }
  | {
      readonly id: number;
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly defaultBand: Band | undefined;
      /** The indexes whose readers are to read it too. */
      readonly indexes: readonly string[];
    };

/** What comes back. Id 0 says that the thread is there. */
export interface ReadResponse {
  readonly id: number;
  readonly read: ReadNote | null;
}

/** Notes that are sent ahead: as many as the thread reads while a commit is written. */
const MOST_SENT = 80;
/** After this thread had to wait for the other one, so many notes are sent without what it can do as well. */
const NOTES_OF_HASTE = 24;

interface Waiting {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
  readonly resolve: (read: ReadNote | null) => void;
}

/**
 * Starts the thread, or takes the one that an earlier run has left. Null where there is one processor only, or where the
 * thread's file was left out of a bundle: all is read here then, with the same result.
 */
export function startNoteReader(readers: IndexReaders = {}): NoteReader | null {
  if (availableParallelism() < 2) return null;
  const found = Object.fromEntries(
    Object.entries(readers).filter(([, { file }]) => file === null || existsSync(file)),
  );
  const thread = takeThread();
  if (thread === null) return null;
  const sent = new Map<number, Waiting>();
  const queue: Waiting[] = [];
  const [all, hasty] = [Object.keys(found), Object.keys(found).filter((name) => found[name]?.spare !== true)];
  let state: 'coming' | 'there' | 'gone' = 'coming';
  let haste = 0;
  let isHearing = false;
  let isTurnDue = false;

  const giveUp = (): void => {
    state = 'gone';
    for (const { resolve } of [...sent.values(), ...queue.splice(0)]) resolve(null);
    sent.clear();
  };
  const send = (): void => {
    while (state === 'there' && sent.size < MOST_SENT) {
      const next = queue.shift();
      if (next === undefined) return;
      const id = thread.nextId();
      sent.set(id, next);
      const { path, defaultBand } = next;
      const bytes = next.bytes.slice();
      const indexes = haste > 0 ? hasty : all;
      if (haste > 0) haste--;
      thread.post({ id, path, bytes, defaultBand, indexes }, [bytes.buffer]);
    }
  };
  /** While the thread is coming, or has all it can do and nothing came of it for a turn, this one takes a note. */
  const takeTurn = (): void => {
    isTurnDue = false;
    if (state === 'coming' || (sent.size >= MOST_SENT && !isHearing)) {
      if (state === 'there') haste = NOTES_OF_HASTE;
      queue.shift()?.resolve(null);
    }
    isHearing = false;
    planTurn();
  };
  const planTurn = (): void => {
    if (isTurnDue || queue.length === 0) return;
    isTurnDue = true;
    setImmediate(takeTurn);
  };
  thread.listen({
    hear: ({ id, read }) => {
      isHearing = true;
      if (id === 0) state = 'there';
      sent.get(id)?.resolve(read);
      sent.delete(id);
      send();
    },
    end: giveUp,
  });
  thread.post({ id: 0, readers: found }, []);

  return {
    read: (path, bytes, defaultBand) => {
      if (state === 'gone') return Promise.resolve(null);
      return new Promise((resolve) => {
        queue.push({ path, bytes, defaultBand, resolve });
        send();
        planTurn();
      });
    },
    [Symbol.asyncDispose]: async () => {
      const isIdle = state === 'there' && sent.size === 0;
      giveUp();
      if (isIdle) keepThread(thread);
      else await thread.end();
    },
  };
}
