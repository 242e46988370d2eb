import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sourceThreadArguments } from '@memora/vault/internal';
import { ingestError } from '../ingest-error.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** The thread of a bounded reader. */
export interface ReaderThread {
  readonly post: (request: ThreadRequest) => void;
  readonly listen: (listener: ThreadListener | null) => void;
  readonly isGone: () => boolean;
  readonly end: () => Promise<void>;
  /** Starts measuring, and returns a function for the thread's cost from then on: processor time in milliseconds. */
  readonly startClock: () => () => number;
  /** Whether it keeps the process alive. */
  readonly hold: (held: boolean) => void;
}

export interface ThreadListener {
  readonly hear: (reply: ThreadReply) => void;
  /** The thread has failed or ended. */
  readonly end: () => void;
}

/** How long an idle thread is kept, in milliseconds: starting one takes longer than reading most documents. */
const KEPT_MS = 3_000;

let kept: {
  readonly thread: ReaderThread;
  readonly megabytes: number;
  readonly timer: NodeJS.Timeout;
} | null = null;

/** The kept thread, or a new one. */
export function takeReaderThread(megabytes: number): ReaderThread {
  const before = kept;
  kept = null;
  clearTimeout(before?.timer);
  if (before !== null && before.megabytes === megabytes && !before.thread.isGone()) return before.thread;
  void before?.thread.end();
  return startReaderThread(megabytes);
}

/** Keeps an idle thread for the next reader. It does not keep the process alive. */
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

/** The young generation in megabytes: with more, a mailbox's text is kept longer, and reading it is no faster. */
const YOUNG = 16;

/** Processor time of all threads except this one, in milliseconds. If Node can't measure a single thread, this one is included. */
function msOfOthers(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage?.() ?? { user: 0, system: 0 }];
  return (all.user + all.system - own.user - own.system) / 1_000;
}

const isSource = import.meta.url.endsWith('.ts');

/** With Yarn's Plug'n'Play, packages are only found with these options; nothing else of the environment is passed on. */
function optionsOfInstaller(): Record<string, string> {
  const { NODE_OPTIONS = '' } = process.env;
  return process.versions['pnp'] === undefined ? {} : { NODE_OPTIONS };
}

/** Starts a thread without an environment and standard streams. Throws `READER_MISSING` if a bundle lacks its file. */
export function startReaderThread(megabytes: number): ReaderThread {
  const file = fileURLToPath(new URL(`./read-documents-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
  if (!existsSync(file)) {
    throw ingestError('READER_MISSING', "The file of the document reader's thread is missing.", {
      hint: 'Leave @memora/ingest out of your bundle, so that it is loaded from node_modules.',
    });
  }
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG },
    env: optionsOfInstaller(),
    // A parser's output may contain text of the document.
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
  /** How long the thread was not idle, in milliseconds. On a busy machine it waits for the processor in this time. */
  const activeMs = (): number => worker.performance.eventLoopUtilization().active;
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
    startClock: () => {
      const [others, active] = [msOfOthers(), activeMs()];
      return () => Math.min(msOfOthers() - others, activeMs() - active);
    },
    hold: (held) => (held ? worker.ref() : worker.unref()),
  };
}
