import { dropTreacherous, estimateTokens } from '@memora/language/text';
import { guidesAgents } from '../note/memory-kind.ts';
import { shortMemoryId } from '../note/memory-place.ts';
import { compactLine } from '../recall/compact-line.ts';
import type { PooledMemory } from '../within/memory-pool.ts';

/** The summaries of categories that precede every question. */
interface CategorySummaries {
  /** `mem_k3f9q harbor (3): the newest of them`, or only the name and the count. */
  readonly lines: readonly string[];
  /** The memories whose words are in the lines. */
  readonly shown: readonly PooledMemory[];
}

/** The token limit for all lines. Categories beyond it are only named. */
const MOST_TOKENS = 200;
const MOST_OF_ONE = 24;

/**
 * Summarises each category by its number of memories and its latest one. No model writes it: the summary is a
 * sentence of the category itself, so it contains only what was saved. `memories` are those that may precede
 * a question, the newest first; `said` are the ids of those that are already included.
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
    // Preferences come under a heading that names their speaker.
    const last = own.find(
      ({ shown: { note } }) => !guidesAgents(note.kind) && note.saidBy === undefined && !said.has(note.id),
    );
    const text = last === undefined ? '' : compactLine(dropTreacherous(last.shown.text), MOST_OF_ONE);
    // Begins with its id, like every line of a memory, so that it can be fetched. It is repeated if it
    // answers a question.
    const line = `${last === undefined ? '' : shortMemoryId(last.shown.note.id)} ${head}: ${text}`;
    const cost = estimateTokens(line);
    if (last === undefined || cost > left) return head;
    left -= cost;
    shown.push(last);
    return line;
  });
  return { lines, shown };
}
