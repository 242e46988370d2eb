import type { AgentMemory, ImportedMemories, ImportedMemory } from '@memora/agent-memory';
import { createDetector } from '@memora/privacy';
import { screenHarm } from './audit/screen-memory.ts';
import type { StoreProblem } from './foreign-memory.ts';
import { readStore } from './read-store.ts';

/** The result of importing stores. */
export interface ImportedStore extends ImportedMemories {
  /** The number of memories that were read. */
  readonly read: number;
  /** Memories that were rejected first: they hold credentials, or steer an agent. */
  readonly screened: { readonly secret: number; readonly injected: number };
  /** Parts that could not be read, at most the first 1,000. */
  readonly problems: readonly StoreProblem[];
  /** The number of parts that could not be read. */
  readonly unread: number;
}

/** Maximum number of problems that are listed: a store may have ten million invalid rows. */
const MOST_PROBLEMS = 1_000;

/**
 * Imports the memories of other systems into an agent's memory. Each store is a path or bytes as {@link readStore} takes them. An imported memory has the trust
 * of an external store and its provider as its agent; instructions wait for a person's confirmation; credentials and injections are rejected. One batch, which
 * `rollback` removes. A second import writes nothing. Throws `STORE_NOT_FOUND`.
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
