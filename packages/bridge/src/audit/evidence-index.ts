import { foldWord, splitWords } from '@memora/language/text';
import type { AuditPlace } from './verdict.ts';

/** A statement that memories are compared with, and its place. */
export interface EvidenceLine extends AuditPlace {
  readonly text: string;
  /** ISO 8601; null if its source has no date. */
  readonly at: string | null;
  /** True for the user's own words in a conversation. */
  readonly isUsers: boolean;
}

/** Finds statements that share rare words with a text. */
export interface EvidenceIndex<T extends { readonly text: string }> {
  readonly add: (line: T) => void;
  /** The most similar first. */
  readonly find: (text: string, most: number) => readonly T[];
  readonly size: () => number;
}

/** Maximum number of words of a text that are looked up: the rarest. */
const MOST_WORDS = 12;
/** Maximum number of postings read for one text, so common words cost nothing. */
const MOST_PLACES = 20_000;

/** An index in memory, from words to the statements that contain them. */
export function createEvidenceIndex<T extends { readonly text: string }>(): EvidenceIndex<T> {
  const lines: T[] = [];
  const placesByWord = new Map<string, number[]>();
  return {
    size: () => lines.length,
    add: (line) => {
      const at = lines.push(line) - 1;
      for (const word of wordsOfIndex(line.text)) {
        const places = placesByWord.get(word);
        if (places === undefined) placesByWord.set(word, [at]);
        else places.push(at);
      }
    },
    find: (text, most) => {
      const known = [...wordsOfIndex(text)]
        .map((word) => placesByWord.get(word) ?? [])
        .filter((places) => places.length > 0)
        .sort((a, b) => a.length - b.length)
        .slice(0, MOST_WORDS);
      const scores = new Map<number, number>();
      let left = MOST_PLACES;
      for (const places of known) {
        if (left <= 0) break;
        // Squared, so one rare name outweighs a frame of common words.
        const weight = Math.log(1 + lines.length / places.length) ** 2;
        for (const at of places.slice(0, left)) scores.set(at, (scores.get(at) ?? 0) + weight);
        left -= places.length;
      }
      return [...scores]
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, most)
        .map(([at]) => lines[at] as T);
    },
  };
}

/** Single characters are words too: in the names of twenty gates from A to T, the letter is the only difference. */
function* wordsOfIndex(text: string): Generator<string> {
  yield* wordsToFind(text);
  const alone = new Set<string>();
  for (const { text: run } of splitWords(text)) if (run.length === 1) alone.add(foldWord(run.toLowerCase()));
  yield* alone;
}

/** Folded words, long ones without their ending unless it may be a number (`gateway-26`); pairs of characters in scripts without spaces. */
export function wordsToFind(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { kind, text: run } of splitWords(text)) {
    const word = foldWord(run.toLowerCase());
    const signs = kind === 'word' || kind === 'symbol' ? [] : Array.from(word);
    if (signs.length > 1) for (let i = 1; i < signs.length; i++) words.add(`${signs[i - 1]}${signs[i]}`);
    else if (word.length > 1)
      words.add(word.length > 6 && !/\P{L}/u.test(word) ? word.slice(0, word.length - 2) : word);
  }
  return words;
}
