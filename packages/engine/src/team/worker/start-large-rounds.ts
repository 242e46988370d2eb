import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { UNTRACED } from '@memora/postgres';
import { sourceThreadArguments } from '@memora/vault/internal';
import { hearThread, nameFault, type ThreadListener } from './hear-thread.ts';
import type { LargeRoundsData, LargeRoundsMessage } from './large-rounds.ts';

/** A thread that works on large scopes, so that captures do not wait for them. */
export interface LargeRounds extends AsyncDisposable {
  /**
   * Resolves once the thread has ended. It is terminated after 4 seconds; the leases that it holds then stay
   * until they expire.
   */
  readonly end: () => Promise<void>;
}

export interface StartLargeRoundsOptions extends LargeRoundsData {
  readonly tracing?: ThreadListener['tracing'] | undefined;
  /** The file of the thread if this runs from source; by default one that does not consolidate memories. */
  readonly thread?: URL | undefined;
  /** Called after each round of the thread. */
  readonly onRound: ThreadListener['onRound'];
  /** Called each time a scope's turn of embedding has ended. */
  readonly onTurn?: ThreadListener['onTurn'];
  /** Called with the code or class of the error that ended its rounds; it starts them again. */
  readonly onFault: (code: string) => void;
}

/** Milliseconds before a thread that died is restarted: doubled each time, until a round has completed. */
const [FIRST_AGAIN_MS, LONGEST_AGAIN_MS] = [1_000, 60_000];
/** A server that is shutting down gives its worker five seconds. */
const LONGEST_END_MS = 4_000;

const isSource = import.meta.url.endsWith('.ts');

/**
 * Starts the thread, and restarts it if it dies. Null if its file is not in the bundle, so that one loop has
 * to do everything.
 */
export function startLargeRounds({
  tracing = UNTRACED,
  onRound,
  onTurn,
  onFault,
  thread = new URL(`./large-rounds-worker.${isSource ? 'ts' : 'js'}`, import.meta.url),
  ...data
}: StartLargeRoundsOptions): LargeRounds | null {
  const file = fileURLToPath(thread);
  if (!existsSync(file)) return null;
  let isEnded = false;
  let again: NodeJS.Timeout | undefined;
  let pause = FIRST_AGAIN_MS;
  let worker: Worker;
  let exited: Promise<unknown>;
  const start = (): void => {
    const { hear, died } = hearThread({ tracing, onRound, onTurn, onFault });
    worker = new Worker(file, {
      workerData: { ...data, env: { ...data.env } } satisfies LargeRoundsData,
      ...(isSource ? { execArgv: sourceThreadArguments() } : {}),
    });
    worker.on('message', (message: LargeRoundsMessage) => {
      if (message.kind === 'round') pause = FIRST_AGAIN_MS;
      hear(message);
    });
    worker.on('error', (error) => onFault(nameFault(error)));
    exited = new Promise((resolve) => {
      worker.once('exit', () => {
        died();
        if (!isEnded) {
          again = setTimeout(start, pause).unref();
          pause = Math.min(pause * 2, LONGEST_AGAIN_MS);
        }
        resolve(null);
      });
    });
  };
  const end = async (): Promise<void> => {
    isEnded = true;
    clearTimeout(again);
    worker.postMessage('end');
    const late = setTimeout(() => void worker.terminate(), LONGEST_END_MS);
    await exited;
    clearTimeout(late);
  };
  start();
  return { end, [Symbol.asyncDispose]: end };
}
