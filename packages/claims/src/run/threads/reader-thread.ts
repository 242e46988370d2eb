import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';
import { sourceThreadArguments } from '@memora/vault/internal';
import { NOTE_BUDGET } from './note-budget.ts';
import type { BegunResponse, ReadRequest, ReadResponse } from './note-reader.ts';

/** The thread behind a note reader. */
export interface Thread {
  readonly post: (request: ReadRequest, handOver: readonly TransferListItem[]) => void;
  readonly listen: (listener: ThreadListener) => void;
  /** Request numbers from 1; none is reused. */
  readonly nextId: () => number;
  readonly end: () => Promise<void>;
  /** Sets whether it keeps the process alive. */
  readonly hold: (held: boolean) => void;
}

export interface ThreadListener {
  readonly hear: (response: ReadResponse | BegunResponse) => void;
  /** Called once, when the thread fails or ends. */
  readonly end: () => void;
}

/** How long an idle thread is kept, in milliseconds, so that indexing in pieces starts only one. */
const KEPT_MS = 3000;

let kept: { readonly thread: Thread; readonly timer: NodeJS.Timeout } | null = null;

/** Returns the kept thread or a new one; null if its file is missing from a bundle. */
export function takeThread(): Thread | null {
  const { thread, timer } = kept ?? {};
  kept = null;
  clearTimeout(timer);
  thread?.hold(true);
  // It also reads long notes.
  return thread ?? startLimitedThread(NOTE_BUDGET.megabytes);
}

/** Keeps an idle thread for the next run. It does not keep the process alive. */
export function keepThread(thread: Thread): void {
  thread.hold(false);
  const before = kept;
  clearTimeout(before?.timer);
  void before?.thread.end();
  const forget = (): void => {
    if (kept?.thread === thread) kept = null;
    void thread.end();
  };
  kept = { thread, timer: setTimeout(forget, KEPT_MS).unref() };
  thread.listen({ hear: () => {}, end: forget });
}

const isSource = import.meta.url.endsWith('.ts');

/** The compiled file is in the same folder as the bundle of this module. */
function threadFile(): string {
  return fileURLToPath(new URL(`./read-notes-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
}

/** Megabytes for new objects. A note's objects are mostly short-lived; more room only delays their collection, without a gain in speed. */
const YOUNG = 24;

/** Starts a separate thread that ends when its objects exceed the given megabytes; null if its file is missing from a bundle. */
export function startLimitedThread(megabytes: number): Thread | null {
  return startThread({ maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG });
}

function startThread(resourceLimits: ResourceLimits): Thread | null {
  const file = threadFile();
  if (!existsSync(file)) return null;
  const worker = new Worker(file, {
    resourceLimits,
    ...(isSource ? { execArgv: sourceThreadArguments() } : {}),
  });
  let listener: ThreadListener | null = null;
  let lastId = 0;
  const end = (): void => {
    listener?.end();
    listener = null;
  };
  worker.on('message', (response: ReadResponse | BegunResponse) => listener?.hear(response));
  worker.on('error', end);
  worker.on('exit', end);
  return {
    post: (request, handOver) => worker.postMessage(request, handOver),
    listen: (next) => {
      listener = next;
    },
    nextId: () => ++lastId,
    end: async () => {
      await worker.terminate();
    },
    hold: (held) => (held ? worker.ref() : worker.unref()),
  };
}
