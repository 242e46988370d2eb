import { MemoraError } from '@memora/core';
import { ingestError } from '../ingest-error.ts';
import type { ReadDocumentOptions } from '../read-document.ts';
import type { ReadLimits } from './read-bounded.ts';
import type { ReaderThread } from './reader-thread.ts';
import type { ThreadReply } from './thread-messages.ts';

type Bounds = Required<ReadLimits>;

/** The final replies to a message to the thread. */
export type SourceReply = Exclude<ThreadReply, { readonly kind: 'pull' | 'recognise' | 'page' }>;

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

/** A reader that does nothing does not end either: it may take this multiple of its budget on the clock. */
const IDLE = 10;

/** The budget of a source, in milliseconds of processor time. */
export function costOf({ ms, msPerMegabyte }: Bounds, size: number): number {
  return ms + msPerMegabyte * Math.ceil(size / MEGABYTE);
}

/** Processor time of this process, in milliseconds. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Sends messages about one source and returns the next final reply; sends requested pieces of the source meanwhile. */
export function exchangeWith(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  bounds: Bounds,
  { signal, recognise, onPage }: Pick<ReadDocumentOptions, 'signal' | 'recognise' | 'onPage'>,
) {
  const pieces = source instanceof Uint8Array ? null : source[Symbol.asyncIterator]();
  let size = source instanceof Uint8Array ? source.length : 0;
  const baseline = process.memoryUsage.rss();
  // Of the whole source: one that holds many documents has one budget.
  let [cost, taken] = [0, 0];
  const send = (
    thread: ReaderThread,
    message: Parameters<ReaderThread['post']>[0],
  ): Promise<SourceReply | CostlyPage> =>
    new Promise((resolve, reject) => {
      const [begun, begunMs] = [Date.now(), spentMs()];
      let waited = 0;
      let page: { readonly number: number; readonly begunMs: number } | null = null;
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
      const leaveOut = (number: number): void =>
        settle(() => void thread.end().then(() => resolve({ kind: 'costly-page', page: number })));
      const abort = (): void => stop(signal?.reason);
      const pageMs = PAGE.share * bounds.ms + PAGE.msPerMegabyte * (size / MEGABYTE);
      const watch = setInterval(() => {
        const ms = costOf(bounds, size);
        if (costNow() > ms) stop(tooCostly(`more than ${ms / 1000} s of processor time`));
        else if (takenNow() > IDLE * ms) stop(tooCostly(`more than ${(IDLE * ms) / 1000} s`));
        else if (page !== null && spentMs() - page.begunMs > pageMs) leaveOut(page.number);
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
            // A source in pieces can't be read again without the page, and recognising a picture takes long.
            const isTimed = pieces === null && recognise === undefined && reply.done < reply.total;
            page = isTimed ? { number: reply.done + 1, begunMs: spentMs() } : null;
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
  return { send, spent: () => cost };
}

/** What a thread and the libraries in it take before they have read anything, in megabytes. */
const RESERVE = 256;

function tooCostly(what: string): Error {
  return ingestError('DOCUMENT_TOO_COSTLY', `Reading it took ${what}.`, {
    hint: 'Allow more with --limit, split the document, or save it in another format.',
  });
}
