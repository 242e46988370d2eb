import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MemoraError } from '@memora/core';
import { type Tracing, UNTRACED, type WorkReport } from '@memora/postgres';
import { sourceThreadArguments } from '@memora/vault/internal';
import type { LargeRoundsData, LargeRoundsMessage } from './large-rounds.ts';

/** A thread that works on scopes with much to do, so that what somebody captures waits for none of them. */
export interface LargeRounds extends AsyncDisposable {
  /** Resolves once the thread has ended: its leases with it, where it was at none for long. */
  readonly end: () => Promise<void>;
}

export interface StartLargeRoundsOptions extends LargeRoundsData {
  readonly tracing?: Tracing | undefined;
  /** Called after each round of the thread. */
  readonly onRound: (round: Pick<WorkReport, 'scope'> & Partial<WorkReport>) => void;
  /** Called with the code of what ended its rounds; it begins them again. */
  readonly onFault: (code: string) => void;
}

const AGAIN_MS = 2_000;
/** A server that is asked to end has five seconds for its worker. */
const LONGEST_END_MS = 4_000;

const isSource = import.meta.url.endsWith('.ts');

/** Starts the thread, and starts it again where it dies; null where its file was left out of a bundle, and one loop has to do everything. */
export function startLargeRounds({
  tracing = UNTRACED,
  onRound,
  onFault,
  ...data
}: StartLargeRoundsOptions): LargeRounds | null {
  const file = fileURLToPath(new URL(`./large-rounds-worker.${isSource ? 'ts' : 'js'}`, import.meta.url));
  if (!existsSync(file)) return null;
  let isEnded = false;
  let again: NodeJS.Timeout | undefined;
  let worker: Worker;
  let exited: Promise<unknown>;
  const start = (): void => {
    const hear = createListener(tracing, { onRound, onFault });
    worker = new Worker(file, {
      workerData: { ...data, env: { ...data.env } } satisfies LargeRoundsData,
      ...(isSource ? { execArgv: sourceThreadArguments() } : {}),
    });
    worker.on('message', hear);
    worker.on('error', () => onFault('THREAD_ENDED'));
    exited = new Promise((resolve) => {
      worker.once('exit', () => {
        if (!isEnded) again = setTimeout(start, AGAIN_MS).unref();
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

/** What the thread tells of its spans is told here as it comes: they begin and end with it. */
function createListener(
  tracing: Tracing,
  { onRound, onFault }: Pick<StartLargeRoundsOptions, 'onRound' | 'onFault'>,
): (message: LargeRoundsMessage) => void {
  const spans = new Map<number, (message: Extract<LargeRoundsMessage, { kind: 'end' }>) => void>();
  return (message) => {
    if (message.kind === 'round') onRound(message.round);
    else if (message.kind === 'left') onRound({ scope: message.scope });
    else if (message.kind === 'fault') onFault(message.code);
    else if (message.kind === 'measure') tracing.measure(message.name, message.value, message.attributes);
    else if (message.kind === 'end') spans.get(message.id)?.(message);
    else {
      const { id, name } = message;
      tracing
        .span(
          name,
          (tell) =>
            new Promise<void>((resolve, reject) => {
              spans.set(id, ({ tell: told, code }) => {
                spans.delete(id);
                tell(told);
                if (code === null) resolve();
                else reject(new MemoraError('a round of the worker failed', { code, hint: 'See the log.' }));
              });
            }),
        )
        .catch(() => undefined);
    }
  };
}
