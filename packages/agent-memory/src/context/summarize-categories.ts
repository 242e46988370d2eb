import { dropTreacherous, estimateTokens } from '@memora/language/text';
import { guidesAgents } from '../note/memory-kind.ts';
import { shortMemoryId } from '../note/memory-place.ts';
import { compactLine } from '../recall/compact-line.ts';
import type { PooledMemory } from '../within/memory-pool.ts';

/** What stands of categories before every question. */
interface CategorySummaries {
  /** `mem_k3f9q harbor (3): the newest of them`, or the name and the count alone. */
  readonly lines: readonly string[];
  /** The memories whose words are in the lines. */
  readonly shown: readonly PooledMemory[];
}

/** Tokens of all lines together: what is beyond is named alone. */
const MOST_TOKENS = 200;
const MOST_OF_ONE = 24;

/**
 * Says of each category how many memories it holds and what was saved of it last. No model writes it: a category is summed up by a sentence of its own, so that nothing
 * stands there that nobody saved. `memories` are those that may stand before a question, the newest first; `said` are ids of those that stand there anyway.
 */
export function summarizeCategories(
  names: readonly string[],
  memories: readonly PooledMemory[],
  said: ReadonlySet<string>,
): CategorySummaries {
  const byCategory = Map.groupBy(memories, ({ claim }) => claim.notePath.split('/').at(-2) ?? '');
  const shown: PooledMemory[] = [];
  let left = MOST_TOKENS;
  const lines = names.map((name) => {
    const own = byCategory.get(name) ?? [];
    const head = own.length === 0 ? name : `${name} (${own.length})`;
    // What somebody prefers stands under a heading that says whose word it is.
    const last = own.find(
      ({ shown: { note } }) => !guidesAgents(note.kind) && note.saidBy === undefined && !said.has(note.id),
    );
    const text = last === undefined ? '' : compactLine(dropTreacherous(last.shown.text), MOST_OF_ONE);
    // Begun by its id as every line of a memory: it can be fetched, and is told again where it answers a question.
    const line = `${last === undefined ? '' : shortMemoryId(last.shown.note.id)} ${head}: ${text}`;
    const cost = estimateTokens(line);
    if (last === undefined || cost > left) return head;
    left -= cost;
    shown.push(last);
    return line;
  });
  return { lines, shown };
}
