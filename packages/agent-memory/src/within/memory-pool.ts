import type { Claim } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import { isBridgedPath } from '../note/memory-place.ts';
import { keepForRevision } from '../recall/keep-for-revision.ts';
import { type ShownMemory, showBytes } from '../recall/show-memory.ts';
import { createTextScorer, type TextScorer } from './score-texts.ts';

type Found = Awaited<ReturnType<Memory['query']>>;

/** A memory that may be recalled, from the index. */
export interface PooledMemory {
  readonly claim: Claim;
  readonly shown: ShownMemory;
  readonly bytes: Uint8Array;
}

/** The memories that a question is matched against, with a scorer. */
export interface PooledMemories {
  readonly memories: readonly PooledMemory[];
  readonly score: TextScorer;
}

export interface MemoryPool {
  /** All memories; null if there are too many to hold. Cached until the index changes. */
  readonly all: () => Promise<PooledMemories | null>;
  /** The memories among a retriever's hits, for larger memories. */
  readonly of: (found: Found) => Promise<PooledMemories>;
}

/** Maximum number of memories that are held at once; beyond that, a retriever selects among them. */
const MOST_HELD = 2_000;
/** Texts that were read are cached, because most of them stay the same after a write. */
const MOST_KEPT = 10_000;

/** Holds the memories below `root` for questions: none that is secret, held, replaced or from a bridge. */
export function createMemoryPool(memory: Memory, root: string): MemoryPool {
  const region = root === '' ? 'memory' : root.slice(0, -1);
  const texts = createTextScorer(MOST_KEPT);
  const read = async (claims: readonly Claim[], found?: Found): Promise<PooledMemories> => {
    const memories: PooledMemory[] = [];
    const said = new Set<string>();
    for (const claim of claims) {
      const { notePath, id, duplicateOf } = claim;
      if (!isMemoryPath(notePath) || !notePath.startsWith(root) || isBridgedPath(root, notePath)) continue;
      // Statements that say the same are merged into the first one.
      const names = [notePath, duplicateOf ?? id];
      if (names.some((name) => said.has(name))) continue;
      for (const name of names) said.add(name);
      const bytes = await memory.readNote(notePath, { of: found ?? claim, seen: true });
      const showing = bytes === null ? null : showBytes(bytes, notePath, memory.settings);
      const shown = showing instanceof Promise ? await showing : showing;
      if (bytes === null || shown === null || shown.band === 'secret' || shown.note.held !== null) continue;
      memories.push({ claim, shown, bytes });
    }
    return { memories, score: await texts(memories.map(({ shown }) => filedText(shown))) };
  };
  const readAll = async (): Promise<PooledMemories | null> => {
    const { claims } = await memory.claims.listClaims({
      region,
      bands: ['public', 'private'],
      status: ['current', 'contested', 'stale'],
      active: true,
      limit: MOST_HELD + 1,
    });
    return claims.length > MOST_HELD ? null : read(claims);
  };
  const nothing: PooledMemories = { memories: [], score: () => [] };
  return {
    all: keepForRevision(memory, readAll, nothing),
    of: (found) =>
      read(
        found.hits.map(({ claim }) => claim),
        found,
      ),
  };
}

/** The searchable text of a memory: its statement, entity and tags. */
function filedText({ text, note: { entity, tags } }: ShownMemory): string {
  return [text, entity ?? '', ...tags].join(' ');
}
