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
  /** Numbers of requests, from 1 on; none is used twice. */
  readonly nextId: () => number;
  readonly end: () => Promise<void>;
  /** Whether it keeps the process from ending. */
  readonly hold: (held: boolean) => void;
}

export interface ThreadListener {
  readonly hear: (response: ReadResponse | BegunResponse) => void;
  /** Called once, for a thread that failed or ended. */
  readonly end: () => void;
}

/** A thread that has nothing to do is kept so long, in milliseconds: whoever indexes in pieces starts one only. */
const KEPT_MS = 3000;

let kept: { readonly thread: Thread; readonly timer: NodeJS.Timeout } | null = null;

/** The thread that was kept, or a new one; null where its file was left out of a bundle. */
export function takeThread(): Thread | null {
  const { thread, timer } = kept ?? {};
  kept = null;
  clearTimeout(timer);
  thread?.hold(true);
  // Long notes are read on it too.
  return thread ?? startLimitedThread(NOTE_BUDGET.megabytes);
}

/** Leaves a thread with nothing to do to the next run. It keeps no process from ending. */
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

/** The compiled file lies beside the bundle that this module is part of. */
function threadFile(): string {
  return fileURLToPath(new URL(`./read-notes-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
}

/** Megabytes for objects that were just made. Most of what a note needs is thrown away at once; with more room it lies about longer, and nothing is faster. */
const YOUNG = 24;

/** A separate thread that ends when it holds more than the given megabytes of objects; null where its file was left out of a bundle. */
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
