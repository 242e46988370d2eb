import { differsInValue, saysTheSame } from '@memora/claims/internal';
import type { ForeignMemory } from '../foreign-memory.ts';
import { toStatement } from './compare-with-sources.ts';
import { createEvidenceIndex } from './evidence-index.ts';
import type { Screening } from './screen-memory.ts';

/** The verdict of the other memories in the store. */
export type StoreVerdict = Screening & { readonly other: ForeignMemory };

const MOST = 10;
/** Longer texts make several statements. */
const LONGEST = 400;

interface Entry {
  readonly text: string;
  readonly memory: ForeignMemory;
  readonly at: number;
}

/**
 * Finds duplicates and conflicts among memories. If two say the same, the later one is the duplicate; if two
 * can't both be true, the older one is superseded.
 */
export function compareWithin(memories: readonly ForeignMemory[]): ReadonlyMap<ForeignMemory, StoreVerdict> {
  const index = createEvidenceIndex<Entry>();
  const exact = new Map<string, ForeignMemory>();
  const found = new Map<ForeignMemory, StoreVerdict>();
  for (const [at, memory] of memories.entries()) {
    const text = toStatement(memory.text, memory.entity);
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const same = exact.get(key);
    if (same !== undefined) {
      found.set(memory, duplicateOf(same));
      continue;
    }
    exact.set(key, memory);
    if (text.length <= LONGEST) {
      for (const other of index.find(text, MOST)) {
        if (saysTheSame(text, other.text)) {
          found.set(memory, duplicateOf(other.memory));
          break;
        }
        settle(found, { text, memory, at }, other);
      }
      index.add({ text, memory, at });
    }
  }
  return found;
}

function duplicateOf(other: ForeignMemory): StoreVerdict {
  return { verdict: 'duplicate', code: 'said_before', reason: 'Another memory says it.', other };
}

function settle(found: Map<ForeignMemory, StoreVerdict>, a: Entry, b: Entry): void {
  if (found.get(a.memory)?.verdict === 'duplicate') return;
  const [timeA, timeB] = [timeOf(a.memory), timeOf(b.memory)];
  const [older, newer] = timeA !== null && timeB !== null && timeA < timeB ? [a, b] : [b, a];
  if (!differsInValue(older.text, newer.text)) return;
  const isOrdered = timeA !== null && timeB !== null && timeA !== timeB;
  if (isOrdered)
    put(found, older.memory, {
      verdict: 'superseded',
      code: 'newer_memory',
      reason: 'A newer memory says something else.',
      other: newer.memory,
    });
  else
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const)
      put(found, one.memory, {
        verdict: 'contradicted',
        code: 'memory_disagrees',
        reason: 'Another memory says otherwise.',
        other: other.memory,
      });
}

function put(found: Map<ForeignMemory, StoreVerdict>, memory: ForeignMemory, verdict: StoreVerdict): void {
  if (!found.has(memory)) found.set(memory, verdict);
}

function timeOf({ updatedAt, createdAt }: ForeignMemory): string | null {
  return updatedAt ?? createdAt;
}
