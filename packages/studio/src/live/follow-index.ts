import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import type { EventHub } from './create-event-hub.ts';
import { repeat } from './repeat.ts';

/** How often the index is asked whether it changed; asking costs next to nothing. */
const ASK_MS = 500;
/** Progress is told no more often. */
const TELL_MS = 200;

interface FollowPorts {
  readonly events: EventHub;
  readonly problem: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Keeps the index up to date until the signal, and tells pages how far it is. */
export function followIndex(
  memory: Memory,
  { events, problem, signal }: FollowPorts,
): { readonly ready: (signal: AbortSignal) => Promise<void>; readonly done: Promise<void> } {
  const first = Promise.withResolvers<void>();
  let told = 0;
  const watching = (async () => {
    try {
      const onProgress = (progress: object) => {
        if (Date.now() - told < TELL_MS) return;
        told = Date.now();
        events.tell({ type: 'indexing', data: countsOf(progress) });
      };
      for await (const event of memory.watch({ signal, maintain: false, onProgress })) {
        if (event.type === 'problem') problem(event);
        if (event.type === 'indexed') {
          first.resolve();
          events.tell({ type: 'indexing', data: { done: true } });
        }
      }
    } catch (error) {
      // Another process watches, and indexes.
      if (!MemoraError.isInstance(error) || error.code !== 'VAULT_LOCKED') problem(error);
    } finally {
      first.resolve();
    }
  })();

  let revision: string | null = null;
  const asking = repeat(
    ASK_MS,
    signal,
    async () => {
      const now = await memory.revision();
      if (now === revision) return;
      if (revision !== null) events.tell({ type: 'notes', data: {} });
      revision = now;
    },
    problem,
  );
  return {
    ready: async (asked) => {
      // What is indexed already is asked at once.
      if ((await memory.revision().catch(() => null)) !== null) return;
      await Promise.race([first.promise, aborted(asked)]);
    },
    done: Promise.all([watching, asking]).then(() => undefined),
  };
}

/** The numbers of a progress; paths of notes are not told. */
function countsOf(progress: object): object {
  return Object.fromEntries(Object.entries(progress).filter(([, value]) => typeof value === 'number'));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
}
