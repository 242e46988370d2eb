import { MemoraError } from '@memora/core';
import type { Document } from '../document.ts';
import { ingestError } from '../ingest-error.ts';
import type { ReadDocumentOptions } from '../read-document.ts';
import { keepReaderThread, type ReaderThread, takeReaderThread } from './reader-thread.ts';
import type { ThreadReply } from './thread-messages.ts';

/** What reading a source may cost beside the limits of `readDocuments`. */
export interface ReadLimits {
  /** Of processor time for the whole source, in milliseconds; a minute by default. What waits for a busy machine costs nothing. */
  readonly ms?: number;
  /** And for each megabyte that it has begun; 10,000 by default. */
  readonly msPerMegabyte?: number;
  /** Of JavaScript objects, and of all that the process takes more than before; 1,024 by default. */
  readonly megabytes?: number;
}

export interface ReadBoundedOptions extends ReadDocumentOptions {
  readonly limits?: ReadLimits;
}

/** Reads sources one after the other on a thread of its own, which is ended where one of them costs too much. */
export interface BoundedReader extends AsyncDisposable {
  /**
   * What `readDocuments` gives. Throws what it throws, `DOCUMENT_TOO_COSTLY` where a limit is passed, and the signal's reason. Only one
   * source is read at a time: a second call waits for the first.
   */
  readonly read: (
    source: Uint8Array | AsyncIterable<Uint8Array>,
    options?: ReadBoundedOptions,
  ) => AsyncGenerator<Document>;
}

const READ_LIMITS = { ms: 60_000, msPerMegabyte: 10_000, megabytes: 1_024 } as const;
const MEGABYTE = 2 ** 20;
/** How often the memory of the process is read, in milliseconds. */
const LOOK_EVERY = 100;

/** Starts no thread before there is a source to read, and then the one that `takeThread` gives. */
export function createBoundedReader(takeThread = takeReaderThread): BoundedReader {
  let thread: ReaderThread | null = null;
  let megabytes = 0;
  let last: Promise<unknown> = Promise.resolve();

  const threadOf = async (wanted: number): Promise<ReaderThread> => {
    if (thread !== null && (megabytes !== wanted || thread.isGone())) {
      await thread.end();
      thread = null;
    }
    megabytes = wanted;
    thread ??= takeThread(wanted);
    return thread;
  };

  async function* read(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    { limits = {}, signal, recognise, mayGoOn: _, onPage, ...options }: ReadBoundedOptions = {},
  ): AsyncGenerator<Document> {
    const turn = Promise.withResolvers<void>();
    const before = last;
    last = turn.promise;
    await before;
    let isDone = false;
    const bounds = { ...READ_LIMITS, ...limits };
    let current: ReaderThread | null = null;
    try {
      current = await threadOf(bounds.megabytes);
      current.hold(true);
      const exchange = exchangeWith(current, source, bounds, {
        ...(signal === undefined ? {} : { signal }),
        ...(recognise === undefined ? {} : { recognise }),
        ...(onPage === undefined ? {} : { onPage }),
      });
      const size = source instanceof Uint8Array ? source.length : 0;
      let reply = await exchange({
        kind: 'start',
        options,
        bytes: copyOf(source),
        canRecognise: recognise !== undefined,
        budgetMs: PARTIAL * costOf(bounds, size),
      });
      while (reply.kind === 'document') {
        yield reply.document;
        reply = await exchange({ kind: 'next' });
      }
      isDone = true;
      if (reply.kind === 'failed')
        throw ingestError(reply.code, reply.message, reply.hint === undefined ? {} : { hint: reply.hint });
    } finally {
      current?.hold(false);
      // One that was left in the middle of a source would go on with it.
      if (!isDone) await current?.end();
      // Also where no thread could be started: the next source waits for this one.
      turn.resolve();
    }
  }

  return {
    read,
    [Symbol.asyncDispose]: async () => {
      await last;
      if (thread !== null) keepReaderThread(thread, megabytes);
      thread = null;
    },
  };
}

type Bounds = Required<ReadLimits>;

/** The share of its budget after which a reader gives what it has read. */
const PARTIAL = 0.75;
/** A reader that does nothing does not end either: it may take this multiple of its budget on the clock. */
const IDLE = 10;

function costOf({ ms, msPerMegabyte }: Bounds, size: number): number {
  return ms + msPerMegabyte * Math.ceil(size / MEGABYTE);
}

/** Processor time of this process, in milliseconds. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Sends a message and gives the next reply that ends the wait; pieces of the source that are asked for meanwhile are sent. */
function exchangeWith(
  thread: ReaderThread,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  bounds: Bounds,
  { signal, recognise, onPage }: Pick<ReadDocumentOptions, 'signal' | 'recognise' | 'onPage'>,
) {
  const pieces = source instanceof Uint8Array ? null : source[Symbol.asyncIterator]();
  let size = source instanceof Uint8Array ? source.length : 0;
  const baseline = process.memoryUsage.rss();
  // Of the whole source: one that holds many documents has one budget.
  let [cost, taken] = [0, 0];
  return (
    message: Parameters<ReaderThread['post']>[0],
  ): Promise<Exclude<ThreadReply, { kind: 'pull' | 'recognise' | 'page' }>> =>
    new Promise((resolve, reject) => {
      const [begun, begunMs] = [Date.now(), spentMs()];
      let waited = 0;
      const costNow = () => cost + spentMs() - begunMs;
      const takenNow = () => taken + Date.now() - begun - waited;
      const settle = (finish: () => void): void => {
        clearInterval(watch);
        [cost, taken] = [costNow(), takenNow()];
        signal?.removeEventListener('abort', abort);
        thread.listen(null);
        finish();
      };
      const stop = (error: unknown): void => settle(() => void thread.end().then(() => reject(error)));
      const abort = (): void => stop(signal?.reason);
      const watch = setInterval(() => {
        const ms = costOf(bounds, size);
        if (costNow() > ms) stop(tooCostly(`more than ${ms / 1000} s of processor time`));
        else if (takenNow() > IDLE * ms) stop(tooCostly(`more than ${(IDLE * ms) / 1000} s`));
        else if (process.memoryUsage.rss() - baseline > (bounds.megabytes + RESERVE) * MEGABYTE + 2 * size)
          stop(tooCostly(`more than ${bounds.megabytes} MB of memory`));
      }, LOOK_EVERY);
      if (signal?.aborted === true) {
        abort();
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      thread.listen({
        hear: (reply) => {
          if (reply.kind === 'page') {
            onPage?.(reply.done, reply.total);
            return;
          }
          if (reply.kind !== 'pull' && reply.kind !== 'recognise') {
            settle(() => resolve(reply));
            return;
          }
          const asked = Date.now();
          if (reply.kind === 'recognise') {
            void recognise?.(reply.picture).then(
              (text) => {
                waited += Date.now() - asked;
                thread.post({ kind: 'recognised', text });
              },
              (error) => {
                waited += Date.now() - asked;
                const isOfPage = MemoraError.isInstance(error) && error.code === 'OCR_FAILED';
                if (isOfPage) thread.post({ kind: 'recognised', text: null });
                else stop(error);
              },
            );
            return;
          }
          void pieces?.next().then(({ done, value }) => {
            // A source that is slow is no document that is costly.
            waited += Date.now() - asked;
            size += value?.length ?? 0;
            thread.post({ kind: 'piece', piece: done === true ? null : new Uint8Array(value) });
          }, stop);
        },
        end: () => stop(tooCostly(`more than ${bounds.megabytes} MB of memory, or what ended its reader`)),
      });
      thread.post(message);
    });
}

/** What a thread and the libraries in it take before they have read anything, in megabytes. */
const RESERVE = 256;

function copyOf(source: Uint8Array | AsyncIterable<Uint8Array>): Uint8Array | null {
  // The thread is handed its bytes: the caller keeps its own.
  return source instanceof Uint8Array ? new Uint8Array(source) : null;
}

function tooCostly(what: string): Error {
  return ingestError('DOCUMENT_TOO_COSTLY', `Reading it took ${what}.`, {
    hint: 'Allow more with --limit, split the document, or save it in another format.',
  });
}
