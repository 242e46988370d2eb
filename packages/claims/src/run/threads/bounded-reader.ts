import type { Band } from '@memora/core';
import type { ReadNote } from '../../extract/offline/read-offline.ts';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type { IndexReaders } from '../../store/index-run.ts';
import { NOTE_BUDGET, type NoteBudget } from './note-budget.ts';
import type { NoteReader, NoteRequest } from './note-reader.ts';
import { startLimitedThread, type Thread } from './reader-thread.ts';

/** The code of a note that exceeds its budget. */
export const NOTE_TOO_COSTLY = 'NOTE_TOO_COSTLY';

/** Notes with fewer bytes are read without a budget: no step takes more than quadratic time. */
export const WORTH_A_BUDGET = 64 * 1024;

/** Reads long notes one after the other on a thread that is ended when a note exceeds its budget. */
export interface BoundedReader extends AsyncDisposable {
  /**
   * Null if no thread can be started: a bundle without its file. Throws `NOTE_TOO_COSTLY` if the note exceeds its budget, and the signal's reason on abort;
   * later notes are read on a new thread.
   */
  readonly read: (
    path: string,
    bytes: Uint8Array,
    defaultBand: Band | undefined,
    signal?: AbortSignal,
  ) => Promise<ReadNote | null>;
}

/** How to read notes. */
interface BoundedReaderOptions {
  readonly budget?: NoteBudget;
  /** Notes are only parsed, not extracted. */
  readonly parseOnly?: boolean;
  /** The reader whose thread is reused while it runs: a new thread would have to compile everything again. */
  readonly reader?: NoteReader | null;
}

/** Creates the reader. It starts no thread before there is a note to read. */
export function createBoundedReader(
  readers: IndexReaders,
  { budget = NOTE_BUDGET, parseOnly = false, reader = null }: BoundedReaderOptions = {},
): BoundedReader {
  let thread: Thread | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Thread | null => {
    const started = startLimitedThread(budget.megabytes);
    started?.post({ id: 0, readers, free: null }, []);
    return started;
  };

  const readNext: BoundedReader['read'] = async (path, bytes, defaultBand, signal) => {
    signal?.throwIfAborted();
    const ms = budget.msPerMegabyte * Math.ceil(bytes.length / 2 ** 20);
    if (reader !== null && budget.megabytes === NOTE_BUDGET.megabytes) {
      const outcome = await reader.readLong(path, bytes, defaultBand, { ms, signal });
      if (outcome.kind === 'read') return outcome.read;
      if (outcome.kind !== 'gone') return refuse(path, outcome.kind, ms, signal);
      signal?.throwIfAborted();
    }
    thread ??= start();
    if (thread === null) return null;
    const current = thread;
    current.hold(true);
    const outcome = await ask(current, { path, bytes, defaultBand, parseOnly }, ms, signal);
    // A waiting thread does not keep the process alive.
    current.hold(false);
    if (outcome.kind === 'read') return outcome.read;
    thread = null;
    await current.end();
    return refuse(path, outcome.kind, ms, signal);
  };

  const refuse = (
    path: string,
    kind: 'late' | 'ended',
    ms: number,
    signal: AbortSignal | undefined,
  ): never => {
    signal?.throwIfAborted();
    throw new ClaimsError(
      kind === 'late'
        ? `Reading ${path} took more than ${ms / 1000} s.`
        : `Reading ${path} took more than ${budget.megabytes} MB of memory, or ended the thread that read it.`,
      { code: NOTE_TOO_COSTLY, hint: 'Split the note into several, or index with --full to try it again.' },
    );
  };

  return {
    read: (...request) => {
      const next = last.then(() => readNext(...request));
      last = next.catch(() => {});
      return next;
    },
    [Symbol.asyncDispose]: async () => {
      await last;
      await thread?.end();
      thread = null;
    },
  };
}

type Outcome =
  | { readonly kind: 'read'; readonly read: ReadNote | null }
  | { readonly kind: 'late' | 'ended' };

/** Sends a note to a thread. The first event decides: its reply, its end, the timeout or the signal. */
function ask(
  thread: Thread,
  { path, bytes, defaultBand, parseOnly }: Omit<NoteRequest, 'id'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const abort = (): void => settle({ kind: 'ended' });
    const timer = setTimeout(() => settle({ kind: 'late' }), ms);
    signal?.addEventListener('abort', abort, { once: true });
    const id = thread.nextId();
    thread.listen({
      hear: (response) => {
        if (response.id === id && 'read' in response) settle({ kind: 'read', read: response.read });
      },
      end: () => settle({ kind: 'ended' }),
    });
    // A slice of a Buffer is not a copy.
    const copy = new Uint8Array(bytes);
    thread.post({ id, path, bytes: copy, defaultBand, ...(parseOnly === true ? { parseOnly } : {}) }, [
      copy.buffer,
    ]);
  });
}
