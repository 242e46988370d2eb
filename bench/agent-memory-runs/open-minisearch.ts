import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** MiniSearch over the facts of a bench, in a process of its own, so that neither side pays for the garbage collection of the other. */
export interface MiniSearchPeer extends Disposable {
  /** The processor time in milliseconds that asking for the `i`th fact took. */
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
