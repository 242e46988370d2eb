import type { AgentMemory, ExternalSource } from '@memora/agent-memory';
import type { Memory } from '@memora/engine';

/** The external memories of an open memory, while the server runs. */
interface ServerBridges {
  readonly sources: readonly ExternalSource[];
  /** Imports new remote memories in the background, once, at the first session. */
  readonly begin: () => void;
  /** Writes pending memories in the background: one run at a time, and another one if something was written meanwhile. */
  readonly written: () => void;
}

const opened = new WeakMap<Memory, Promise<(ServerBridges & { readonly end: () => Promise<void> }) | null>>();
/** How long the last writes may take when the server ends; the rest stays pending. */
const END_MS = 3_000;
const AGAIN_MS = 60_000;

/** Opens the bridges of the settings, once; null if there are none, and their code is then not loaded. */
export function bridgesOf(memory: Memory): Promise<ServerBridges | null> {
  const known = opened.get(memory) ?? open(memory);
  opened.set(memory, known);
  return known;
}

/** Writes pending memories a last time, and closes the bridges. */
export async function endBridges(memory: Memory): Promise<void> {
  await (await opened.get(memory)?.catch(() => null))?.end();
}

async function open(memory: Memory) {
  if (Object.keys(memory.settings.config.bridge).length === 0) return null;
  const { loadBridges, openAgentMemory } = await import('../engine.ts');
  const { openBridges } = await loadBridges();
  // Reading and importing memories of bridges belongs to no session.
  let own: Promise<AgentMemory> | undefined;
  const agent = () => {
    own ??= openAgentMemory({ memory, agent: 'bridge' });
    return own;
  };
  const bridges = openBridges(memory, agent);
  let hasBegun = false;
  let isRunning = false;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      const done = await bridges.push().catch(() => []);
      clearTimeout(timer);
      if (done.some(({ pending }) => pending.length > 0)) timer = setTimeout(written, AGAIN_MS).unref();
    }
    isRunning = false;
  };
  const written = (): void => {
    isAsked = true;
    if (!isRunning) void run();
  };
  return {
    sources: bridges.sources,
    begin: () => {
      if (hasBegun) return;
      hasBegun = true;
      void bridges
        .pull()
        .catch(() => [])
        .then(written);
    },
    written,
    end: async () => {
      clearTimeout(timer);
      await bridges.push(AbortSignal.timeout(END_MS)).catch(() => []);
      await bridges.close();
      await (await own)?.close();
    },
  };
}
