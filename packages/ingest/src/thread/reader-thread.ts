import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sourceThreadArguments } from '@memora/vault/internal';
import { ingestError } from '../ingest-error.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** The thread that a bounded reader reads in. */
export interface ReaderThread {
  readonly post: (request: ThreadRequest) => void;
  readonly listen: (listener: ThreadListener | null) => void;
  readonly isGone: () => boolean;
  readonly end: () => Promise<void>;
  /** Whether it keeps the process from ending. */
  readonly hold: (held: boolean) => void;
}

export interface ThreadListener {
  readonly hear: (reply: ThreadReply) => void;
  /** The thread has failed or ended. */
  readonly end: () => void;
}

/** A thread that has nothing to do is kept so long, in milliseconds: starting one takes longer than reading most documents. */
const KEPT_MS = 3_000;

let kept: {
  readonly thread: ReaderThread;
  readonly megabytes: number;
  readonly timer: NodeJS.Timeout;
} | null = null;

/** The thread that was kept, or a new one. */
export function takeReaderThread(megabytes: number): ReaderThread {
  const before = kept;
  kept = null;
  clearTimeout(before?.timer);
  if (before !== null && before.megabytes === megabytes && !before.thread.isGone()) return before.thread;
  void before?.thread.end();
  return startReaderThread(megabytes);
}

/** Leaves a thread with nothing to do to the next reader. It keeps no process from ending. */
export function keepReaderThread(thread: ReaderThread, megabytes: number): void {
  if (thread.isGone()) return;
  clearTimeout(kept?.timer);
  void kept?.thread.end();
  const forget = (): void => {
    if (kept?.thread === thread) kept = null;
    void thread.end();
  };
  kept = { thread, megabytes, timer: setTimeout(forget, KEPT_MS).unref() };
}

/** Room for what is new, in megabytes: with more a mailbox holds what it has read for longer, and reading it takes no less. */
const YOUNG = 16;

const isSource = import.meta.url.endsWith('.ts');

/** Under Yarn's Plug'n'Play no package is found without what these options load; nothing else of the environment is handed on. */
function optionsOfInstaller(): Record<string, string> {
  const { NODE_OPTIONS = '' } = process.env;
  return process.versions['pnp'] === undefined ? {} : { NODE_OPTIONS };
}

/** Starts a thread with no environment and no standard streams. Throws `READER_MISSING` if a bundle left out its file. */
function startReaderThread(megabytes: number): ReaderThread {
  const file = fileURLToPath(new URL(`./read-documents-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
  if (!existsSync(file)) {
    throw ingestError('READER_MISSING', "The file of the document reader's thread is missing.", {
      hint: 'Leave @memora/ingest out of your bundle, so that it is loaded from node_modules.',
    });
  }
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG },
    env: optionsOfInstaller(),
    // What a parser prints may be text of the document.
    stdout: true,
    stderr: true,
    execArgv: isSource ? sourceThreadArguments() : [],
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let listener: ThreadListener | null = null;
  let isGone = false;
  const end = (): void => {
    isGone = true;
    listener?.end();
  };
  worker.on('message', (reply: ThreadReply) => listener?.hear(reply));
  worker.on('error', end);
  worker.on('exit', end);
  worker.unref();
  return {
    post: (request) => {
      const bytes =
        request.kind === 'start' ? request.bytes : request.kind === 'piece' ? request.piece : null;
      if (!isGone) worker.postMessage(request, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
      else listener?.end();
    },
    listen: (next) => {
      listener = next;
    },
    isGone: () => isGone,
    end: async () => {
      isGone = true;
      await worker.terminate();
    },
    hold: (held) => (held ? worker.ref() : worker.unref()),
  };
}
