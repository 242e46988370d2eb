import type { Document } from '../document.ts';
import { ingestError } from '../ingest-error.ts';
import type { DocumentNote, NotesWanted } from '../note/write-notes.ts';
import type { ReadDocumentOptions } from '../read-document.ts';
import {
  type CostlyPage,
  costOf,
  exchangeWith,
  type FindStanding,
  type SourceReply,
} from './exchange-with.ts';
import { keepReaderThread, type ReaderThread, startReaderThread, takeReaderThread } from './reader-thread.ts';

/** The cost limits of reading a source, besides the limits of `readDocuments`. */
export interface ReadLimits {
  /** Processor time for the whole source, in milliseconds; a minute by default. Waiting on a busy machine costs nothing. */
  readonly ms?: number;
  /** Additional time for each started megabyte; 10,000 by default. */
  readonly msPerMegabyte?: number;
  /** The limit for JavaScript objects, and for the growth of the process; 1,024 by default. */
  readonly megabytes?: number;
}

export interface ReadBoundedOptions extends ReadDocumentOptions {
  readonly limits?: ReadLimits;
}

export interface ReadNotesOptions extends ReadBoundedOptions {
  readonly notes: NotesWanted;
  readonly standing: FindStanding;
}

/** Reads sources one after the other in a separate thread, which is terminated if a source costs too much. */
export interface BoundedReader extends AsyncDisposable {
  /**
   * The documents of `readDocuments`. Throws its errors, `DOCUMENT_TOO_COSTLY` if a limit is exceeded, and the signal's reason. Reads one source at a time: a
   * second call waits for the first.
   */
  readonly read: (
    source: Uint8Array | AsyncIterable<Uint8Array>,
    options?: ReadBoundedOptions,
  ) => AsyncGenerator<Document>;
  /**
   * The notes of the documents, as `ingestDocument` writes them: they are read, searched for secrets and
   * merged with the existing notes in the same thread, under the same limits. Nothing is written.
   */
  readonly readNotes: (source: Uint8Array, options: ReadNotesOptions) => AsyncGenerator<DocumentNote>;
}

const READ_LIMITS = { ms: 60_000, msPerMegabyte: 10_000, megabytes: 1_024 } as const;
/** The share of its budget after which a reader returns what it has read. */
const PARTIAL = 0.75;

/** Starts no thread before the first source, and then uses the one from `takeThread`. */
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

  async function* exchangeAll(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    {
      limits = {},
      signal,
      recognise,
      mayGoOn: _,
      onPage,
      notes,
      standing,
      ...options
    }: ReadBoundedOptions & Partial<ReadNotesOptions>,
  ): AsyncGenerator<Extract<SourceReply, { readonly kind: 'document' | 'note' }>> {
    const turn = Promise.withResolvers<void>();
    const before = last;
    last = turn.promise;
    await before;
    let isDone = false;
    const bounds = { ...READ_LIMITS, ...limits };
    let current = null as ReaderThread | null;
    try {
      const exchange = exchangeWith(source, bounds, {
        ...(signal === undefined ? {} : { signal }),
        ...(recognise === undefined ? {} : { recognise }),
        ...(onPage === undefined ? {} : { onPage }),
        ...(standing === undefined ? {} : { standing }),
      });
      const size = source instanceof Uint8Array ? source.length : 0;
      let next = (): Promise<SourceReply | CostlyPage> => Promise.resolve({ kind: 'done' });
      const start = async (costlyPages: readonly number[]): Promise<SourceReply> => {
        current = await threadOf(bounds.megabytes);
        current.hold(true);
        next = exchange.open(current, {
          kind: 'start',
          options: { ...options, costlyPages: [...costlyPages].sort((one, other) => one - other) },
          bytes: copyOf(source),
          canRecognise: recognise !== undefined,
          ...(notes === undefined ? {} : { notes }),
          budgetMs: PARTIAL * costOf(bounds, size) - exchange.spent(),
        });
        const reply = await next();
        return reply.kind === 'costly-page' ? start([...costlyPages, reply.page]) : reply;
      };
      let reply: SourceReply | CostlyPage = await start(options.costlyPages ?? []);
      while (reply.kind === 'document' || reply.kind === 'note') {
        yield reply;
        reply = await next();
      }
      isDone = true;
      if (reply.kind === 'failed')
        throw ingestError(reply.code, reply.message, reply.hint === undefined ? {} : { hint: reply.hint });
    } finally {
      current?.hold(false);
      // A thread that was stopped in the middle of a source would continue with it.
      if (!isDone) await current?.end();
      // This also runs if no thread could be started, because the next source waits for this one.
      turn.resolve();
    }
  }

  return {
    read: async function* (source, options = {}) {
      for await (const reply of exchangeAll(source, options))
        if (reply.kind === 'document') yield reply.document;
    },
    readNotes: async function* (source, options) {
      for await (const reply of exchangeAll(source, options)) if (reply.kind === 'note') yield reply.note;
    },
    [Symbol.asyncDispose]: async () => {
      await last;
      if (thread !== null) keepReaderThread(thread, megabytes);
      thread = null;
    },
  };
}

function copyOf(source: Uint8Array | AsyncIterable<Uint8Array>): Uint8Array | null {
  // The bytes are transferred to the thread, so it gets a copy.
  return source instanceof Uint8Array ? new Uint8Array(source) : null;
}

/** A reader with a fresh thread, for a document of a different person than the last one. */
export function createFreshReader(): BoundedReader {
  return createBoundedReader(startReaderThread);
}
