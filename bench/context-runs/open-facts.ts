import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import { questionOf, recallFact, writeFacts } from '../agent-memory-runs/recall-facts.ts';

/** A vault of this many memories. */
export interface Facts {
  readonly vault: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: number;
  /** Another question each time. */
  readonly ask: () => string;
}

/** Fills a vault in a folder with memories and indexes it; one from an earlier run is reused. */
export async function openFacts(folder: string, size: number): Promise<Facts> {
  const vault = join(folder, `context-${size}`);
  const env = { ...process.env, MEMORA_CONFIG_DIR: `${vault}-config` };
  if (!existsSync(join(vault, '.memora', 'memora.db'))) {
    await mkdir(vault, { recursive: true });
    await writeFacts(
      vault,
      Array.from({ length: size }, (_, i) => recallFact(i)),
    );
    await using agent = await openAgentMemory({ vault, env });
    await agent.memory.index();
  }
  let asked = 0;
  return { vault, env, size, ask: () => questionOf(recallFact((asked++ * 7919) % size)) };
}
