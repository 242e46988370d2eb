import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Band } from '@memora/core';
import type { ReadNote } from '../../extract/offline/read-offline.ts';
import type { IndexReaders } from '../../store/index-run.ts';
import { keepThread, takeThread } from './reader-thread.ts';
import { takeNote } from './take-note.ts';

/** Reads notes on a second thread while this one writes. */
export interface NoteReader extends AsyncDisposable {
  /** Null if the note must be read here: this thread claimed it first, or the other one failed. */
  readonly read: (path: string, bytes: Uint8Array, defaultBand: Band | undefined) => Promise<ReadNote | null>;
  /** Reads a note only on the other thread, and ends that thread if the note takes longer than `ms` after it was started. */
  readonly readLong: (
    path: string,
    bytes: Uint8Array,
    defaultBand: Band | undefined,
    limits: { readonly ms: number; readonly signal: AbortSignal | undefined },
  ) => Promise<LongOutcome>;
}

/** `gone`: the thread did not exist, or ended before it started the note. `ended`: it ended while reading the note. */
type LongOutcome =
  | { readonly kind: 'read'; readonly read: ReadNote | null }
  | { readonly kind: 'late' | 'ended' | 'gone' };

/** A note for the thread. `bytes` are transferred, not copied. */
export interface NoteRequest {
  readonly id: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
  /** Only parses the note; extracts nothing. */
  readonly parseOnly?: boolean;
  /** No other thread takes it, and a {@link BegunResponse} is sent before it is read. */
  readonly isLong?: boolean;
}

/** Messages to the thread: first, with id 0, its configuration, then notes. Without `free` no other thread takes any of them. */
export type ReadRequest =
  | { readonly id: 0; readonly readers: IndexReaders; readonly free: SharedArrayBuffer | null }
  | NoteRequest;

/** The reply for a note that the thread has taken. */
export interface ReadResponse {
  readonly id: number;
  readonly read: ReadNote | null;
}

/** Reports that reading of a long note has started. */
export interface BegunResponse {
  readonly id: number;
  readonly begun: true;
}

/** Maximum number of notes in the thread's queue. */
const PLACES = 512;

/**
 * Starts the thread, or reuses one from an earlier run. Null if there is only one processor, or if the thread's file is missing from a bundle: everything is
 * then read here, with the same result.
 *
 * Every note is sent at once, and this thread takes one back whenever it is idle: neither thread waits for the other while notes are left.
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
  const long = new Map<number, { begin: () => void; settle: (outcome: LongOutcome) => void }>();
  let isGone = false;
  let isHearing = false;
  let isTurnDue = false;

  const giveUp = (): void => {
    isGone = true;
    for (const resolve of sent.values()) resolve(null);
    sent.clear();
    for (const { settle } of long.values()) settle({ kind: 'ended' });
  };
  /** Takes the first note that the other thread has not started. Returns false if none is left. */
  const takeBack = (): boolean => {
    for (const [id, resolve] of sent) {
      if (!takeNote(free, id)) continue;
      sent.delete(id);
      resolve(null);
      return true;
    }
    return false;
  };
  /** Lets the messages of this turn of the event loop arrive first. */
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
    hear: (response) => {
      const { id } = response;
      if ('begun' in response) {
        long.get(id)?.begin();
        return;
      }
      isHearing = true;
      long.get(id)?.settle({ kind: 'read', read: response.read });
      sent.get(id)?.(response.read);
      sent.delete(id);
      planTurn();
    },
    end: giveUp,
  });
  thread.post({ id: 0, readers: found, free: shared }, []);

  return {
    read: (path, bytes, defaultBand) => {
      const id = thread.nextId();
      // The slot is still in use: more notes are read ahead than there are slots.
      if (isGone || Atomics.load(free, id % PLACES) !== 0) return Promise.resolve(null);
      return new Promise((resolve) => {
        sent.set(id, resolve);
        Atomics.store(free, id % PLACES, id);
        // A slice of a Buffer is not a copy.
        const copy = new Uint8Array(bytes);
        thread.post({ id, path, bytes: copy, defaultBand }, [copy.buffer]);
        planTurn();
      });
    },
    readLong: (path, bytes, defaultBand, { ms, signal }) => {
      if (isGone) return Promise.resolve({ kind: 'gone' });
      const id = thread.nextId();
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        let isBegun = false;
        const settle = (outcome: LongOutcome): void => {
          long.delete(id);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          resolve(outcome.kind === 'ended' && !isBegun ? { kind: 'gone' } : outcome);
        };
        // The thread's other notes are read here.
        const endWith = (kind: 'late' | 'ended'): void => {
          settle({ kind });
          giveUp();
          void thread.end();
        };
        const abort = (): void => endWith('ended');
        const begin = (): void => {
          isBegun = true;
          if (ms > 0) timer = setTimeout(() => endWith('late'), ms);
          else endWith('late');
        };
        signal?.addEventListener('abort', abort, { once: true });
        long.set(id, { begin, settle });
        const copy = new Uint8Array(bytes);
        thread.post({ id, path, bytes: copy, defaultBand, isLong: true }, [copy.buffer]);
      });
    },
    [Symbol.asyncDispose]: async () => {
      const isIdle = !isGone && sent.size === 0 && long.size === 0;
      giveUp();
      if (isIdle) keepThread(thread);
      else await thread.end();
    },
  };
}
