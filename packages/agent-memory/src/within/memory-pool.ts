import type { Claim } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import { isBridgedPath } from '../note/memory-place.ts';
import { keepForRevision } from '../recall/keep-for-revision.ts';
import { type ShownMemory, showBytes } from '../recall/show-memory.ts';
import { createTextScorer, type TextScorer } from './score-texts.ts';

type Found = Awaited<ReturnType<Memory['query']>>;

/** A memory that may be recalled, as the index has it. */
export interface PooledMemory {
  readonly claim: Claim;
  readonly shown: ShownMemory;
  readonly bytes: Uint8Array;
}

/** The memories that a question is asked of, and how each of them fits it. */
export interface PooledMemories {
  readonly memories: readonly PooledMemory[];
  readonly score: TextScorer;
}

export interface MemoryPool {
  /** All memories; null where there are more than are held at once. Read once for as long as nothing is written to the index. */
  readonly all: () => Promise<PooledMemories | null>;
  /** Those that a retriever found, in a larger memory. */
  readonly of: (found: Found) => Promise<PooledMemories>;
}

/** More memories are not held at once: a retriever chooses among them. */
const MOST_HELD = 2_000;
/** Texts that were read are kept, as most of them are the same after something was written. */
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
      // What says the same is folded under the first that said it.
      const names = [notePath, duplicateOf ?? id];
      if (names.some((name) => said.has(name))) continue;
      for (const name of names) said.add(name);
      const bytes = await memory.readNote(notePath, found === undefined ? {} : { of: found, seen: true });
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

/** What a memory is found by: its text, and what it is filed under. */
function filedText({ text, note: { entity, tags } }: ShownMemory): string {
  return [text, entity ?? '', ...tags].join(' ');
}
