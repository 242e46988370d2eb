import { toKeywords } from '@memora/agent-memory/internal';

const MOST_WORDS = 4;

/** The few words of a question that a server which compares texts is asked for; the question itself where it has none. */
export function toSearchWords(query: string): string[] {
  const words = toKeywords(query)
    .split(' ')
    .filter((word) => word !== '');
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  return longest.length === 0 ? [query.trim()] : longest;
}
