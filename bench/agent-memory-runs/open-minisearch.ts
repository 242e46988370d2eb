import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** MiniSearch over the facts of a bench, in a separate process, so that neither side pays for the other's garbage collection. */
export interface MiniSearchPeer extends Disposable {
  /** The processor time of asking for the `i`th fact, in milliseconds. */
  readonly ask: (fact: number) => Promise<number>;
}

export async function openMiniSearch(size: number): Promise<MiniSearchPeer> {
  const child = fork(fileURLToPath(new URL('./ask-minisearch.ts', import.meta.url)), [String(size)]);
  await once(child, 'message');
  return {
    ask: async (fact) => {
      const answered = once(child, 'message');
      child.send(fact);
      const [time] = (await answered) as [number];
      return time;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
