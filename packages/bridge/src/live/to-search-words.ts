import { toKeywords } from '@memora/agent-memory/internal';

const MOST_WORDS = 4;

/** A few search words from a question, for a server that compares texts; the whole question if it has none. */
export function toSearchWords(query: string): string[] {
  const words = toKeywords(query)
    .split(' ')
    .filter((word) => word !== '');
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  return longest.length === 0 ? [query.trim()] : longest;
}
