import type { AgentMemory, ImportedMemories, ImportedMemory } from '@memora/agent-memory';
import { createDetector } from '@memora/privacy';
import { screenHarm } from './audit/screen-memory.ts';
import type { StoreProblem } from './foreign-memory.ts';
import { readStore } from './read-store.ts';

/** What an import of stores did. */
export interface ImportedStore extends ImportedMemories {
  /** How many memories were read. */
  readonly read: number;
  /** Left out before anything else was asked: they hold credentials, or steer an agent. */
  readonly screened: { readonly secret: number; readonly injected: number };
  /** What could not be read: the first 1,000 of it. */
  readonly problems: readonly StoreProblem[];
  /** How much could not be read. */
  readonly unread: number;
}

/** More problems than a person reads: a store may have ten million rows that are none. */
const MOST_PROBLEMS = 1_000;

/**
 * Brings what other systems remember into the memory of an agent, each store a path or bytes as {@link readStore} takes them. What is let in has the trust of another
 * store and its provider for an agent; what instructs waits for a person's word; credentials and injections stay outside. One batch, which `rollback` takes out
 * again. A second import writes nothing. Throws `STORE_NOT_FOUND`.
 */
export async function importStore(
  stores: readonly (string | Uint8Array)[],
  agent: Pick<AgentMemory, 'importMemories'>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ImportedStore> {
  const detector = createDetector({ mode: 'enforce' });
  const problems: StoreProblem[] = [];
  const screened = { secret: 0, injected: 0 };
  let [read, unread] = [0, 0];
  async function* admissible(): AsyncGenerator<ImportedMemory> {
    for (const store of stores)
      for await (const memory of readStore(store)) {
        signal?.throwIfAborted();
        if (!('text' in memory)) {
          unread++;
          if (problems.length < MOST_PROBLEMS) problems.push(memory);
          continue;
        }
        read++;
        const harm = screenHarm(memory, detector);
        if (harm?.verdict === 'secret') screened.secret++;
        else if (harm !== null) screened.injected++;
        else
          yield {
            provider: memory.provider,
            original: memory.id,
            content: memory.text,
            kind: memory.kind,
            entity: memory.entity,
            tags: memory.tags,
            at: memory.updatedAt ?? memory.createdAt,
            privacy: memory.band,
            ...(memory.details === undefined ? {} : { details: memory.details }),
          };
      }
  }
  const imported = await agent.importMemories(admissible());
  return { ...imported, read, screened, problems, unread };
}
