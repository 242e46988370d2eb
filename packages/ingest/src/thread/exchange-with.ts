import { MemoraError } from '@memora/core';
import { ingestError } from '../ingest-error.ts';
import type { ReadDocumentOptions } from '../read-document.ts';
import type { ReadLimits } from './read-bounded.ts';
import type { ReaderThread } from './reader-thread.ts';
import type { ThreadReply } from './thread-messages.ts';

type Bounds = Required<ReadLimits>;

/** Returns the note at a path; null if there is none. */
export type FindStanding = (path: string) => Promise<Uint8Array | null>;

/** The final replies to a message to the thread. */
export type SourceReply = Exclude<ThreadReply, { readonly kind: 'pull' | 'recognise' | 'standing' | 'page' }>;

/** The thread was terminated because it spent too long on one page of a PDF. */
export interface CostlyPage {
  readonly kind: 'costly-page';
  readonly page: number;
}

const MEGABYTE = 2 ** 20;
/** How often the memory of the process is read, in milliseconds. */
const LOOK_EVERY = 100;
/** The share of a budget that one page may take, and additional milliseconds for each megabyte of the file. */
const PAGE = { share: 1 / 30, msPerMegabyte: 10_000 } as const;

/** A reader that hangs uses no processor time. It is ended after this multiple of its budget on the clock. */
const IDLE = 10;

/** The budget of a source, in milliseconds of processor time. */
export function costOf({ ms, msPerMegabyte }: Bounds, size: number): number {
  return ms + msPerMegabyte * Math.ceil(size / MEGABYTE);
}

/** Reads one source on a thread: takes its replies, and sends requested pieces of the source. */
export function exchangeWith(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  bounds: Bounds,
  {
    signal,
    recognise,
    onPage,
    standing,
  }: Pick<ReadDocumentOptions, 'signal' | 'recognise' | 'onPage'> & { readonly standing?: FindStanding },
) {
  const pieces = source instanceof Uint8Array ? null : source[Symbol.asyncIterator]();
  let size = source instanceof Uint8Array ? source.length : 0;
  const baseline = process.memoryUsage.rss();
  // The budget of the whole source, even if it contains many documents.
  let [cost, taken] = [0, 0];
  /** Sends the message that starts the reading, and returns a function that takes the next final reply. */
  const open = (thread: ReaderThread, message: Parameters<ReaderThread['post']>[0]) => {
    const costSince = thread.startClock();
    const came: (() => SourceReply | CostlyPage)[] = [];
    let wake = (): void => {};
    /**
     * The time since which the caller has been waiting for a reply, in clock milliseconds; null if it is not
     * waiting.
     */
    let waitsSince: number | null = null;
    let page: { readonly number: number; readonly costSince: () => number } | null = null;
    let isOver = false;
    const costNow = () => cost + costSince();
    const takenNow = () => taken + (waitsSince === null ? 0 : Date.now() - waitsSince);
    const come = (reply: () => SourceReply | CostlyPage): void => {
      came.push(reply);
      wake();
    };
    const close = (): void => {
      isOver = true;
      clearInterval(watch);
      cost = costNow();
      signal?.removeEventListener('abort', abort);
      thread.listen(null);
    };
    const stop = (error: unknown): void => {
      if (isOver) return;
      close();
      void thread.end().then(() =>
        come(() => {
          throw error;
        }),
      );
    };
    const leaveOut = (number: number): void => {
      close();
      void thread.end().then(() => come(() => ({ kind: 'costly-page', page: number })));
    };
    const abort = (): void => {
      came.length = 0;
      stop(signal?.reason);
    };
    const pageMs = PAGE.share * bounds.ms + PAGE.msPerMegabyte * (size / MEGABYTE);
    const look = (): void => {
      const ms = costOf(bounds, size);
      if (isOver) return;
      if (costNow() > ms) stop(tooCostly(`more than ${ms / 1000} s of processor time`));
      else if (takenNow() > IDLE * ms) stop(tooCostly(`more than ${(IDLE * ms) / 1000} s`));
      else if (page !== null && page.costSince() > pageMs) leaveOut(page.number);
      else if (process.memoryUsage.rss() - baseline > (bounds.megabytes + RESERVE) * MEGABYTE + 2 * size)
        stop(tooCostly(`more than ${bounds.megabytes} MB of memory`));
    };
    // If this thread was busy, its timers run before the messages that arrived meanwhile. An immediate runs
    // after them.
    const watch = setInterval(() => setImmediate(look), LOOK_EVERY).unref();
    /** The time that the source or another program takes does not count as the document's. */
    const giveBack = (asked: number): void => {
      if (waitsSince !== null) waitsSince += Date.now() - Math.max(asked, waitsSince);
    };
    const hear = (reply: ThreadReply): void => {
      if (reply.kind === 'page') {
        // A source that arrives in pieces can't be read again without the page, and text recognition takes
        // long.
        const isTimed = pieces === null && recognise === undefined && reply.done < reply.total;
        page = isTimed ? { number: reply.done + 1, costSince: thread.startClock() } : null;
        onPage?.(reply.done, reply.total);
        return;
      }
      if (reply.kind !== 'pull' && reply.kind !== 'recognise' && reply.kind !== 'standing') {
        if (reply.kind !== 'document' && reply.kind !== 'note') close();
        come(() => reply);
        return;
      }
      const asked = Date.now();
      if (reply.kind === 'standing') {
        void (standing?.(reply.path) ?? Promise.resolve(null)).then((bytes) => {
          giveBack(asked);
          thread.post({ kind: 'stood', bytes: bytes && new Uint8Array(bytes) });
        }, stop);
        return;
      }
      if (reply.kind === 'recognise') {
        void recognise?.(reply.picture).then(
          (text) => {
            giveBack(asked);
            thread.post({ kind: 'recognised', text });
          },
          (error) => {
            giveBack(asked);
            const isOfPage = MemoraError.isInstance(error) && error.code === 'OCR_FAILED';
            if (isOfPage) thread.post({ kind: 'recognised', text: null });
            else stop(error);
          },
        );
        return;
      }
      void pieces?.next().then(({ done, value }) => {
        giveBack(asked);
        size += value?.length ?? 0;
        thread.post({ kind: 'piece', piece: done === true ? null : new Uint8Array(value) });
      }, stop);
    };
    if (signal?.aborted === true) abort();
    else {
      signal?.addEventListener('abort', abort, { once: true });
      thread.listen({
        hear,
        end: () =>
          stop(tooCostly(`more than ${bounds.megabytes} MB of memory, or its reader ended unexpectedly`)),
      });
      thread.post(message);
    }
    return async (): Promise<SourceReply | CostlyPage> => {
      // This includes documents that were read ahead and are waiting here.
      signal?.throwIfAborted();
      if (came.length === 0) {
        waitsSince = Date.now();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        taken = takenNow();
        waitsSince = null;
      }
      const reply = came.shift()?.() ?? { kind: 'done' };
      if (reply.kind === 'document' && reply.isLast) thread.post({ kind: 'next' });
      return reply;
    };
  };
  return { open, spent: () => cost };
}

/** Megabytes that a thread and its libraries use before they have read anything. */
const RESERVE = 256;

function tooCostly(what: string): Error {
  return ingestError('DOCUMENT_TOO_COSTLY', `Reading it took ${what}.`, {
    hint: 'Allow more with --limit, split the document, or save it in another format.',
  });
}
