import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question over a vault, with the requirements of a complete answer. */
export interface AskedQuestion {
  readonly vault: string;
  readonly id: string;
  readonly question: string;
  readonly answerable: boolean;
  readonly gold: readonly { readonly path: string; readonly quote: string }[];
}

export interface AskedSet {
  readonly questions: readonly AskedQuestion[];
  /** Search words that a model made from a question without seeing a note, by the id of the question. */
  readonly wordsById: ReadonlyMap<string, string>;
}

/** The labelled questions in a folder of data; null if there are none. */
export function readAsked(data: string): AskedSet | null {
  const file = join(data, 'answers', 'answers.jsonl');
  if (!existsSync(file)) return null;
  const rewrites: readonly { readonly id: string; readonly words: string }[] = readLines(
    join(data, 'answers', 'rewrites.jsonl'),
  );
  return { questions: readLines(file), wordsById: new Map(rewrites.map(({ id, words }) => [id, words])) };
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Six of the words, the same in every run. */
export function sixOf(words: string, id: string): string {
  let state = [...id].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
  const all = words.split(/\s+/u).filter(Boolean);
  const chosen: string[] = [];
  while (chosen.length < 6 && all.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...all.splice(state % all.length, 1));
  }
  return chosen.join(' ');
}

/** A text in the form in which passages and quotes are compared: without Markdown, and with one space for any white space. */
export function normaliseShown(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[*_`~|>#\\]/gu, '')
    .replace(/\[\[([^\]|]*\|)?([^\]]*)\]\]/gu, '$2')
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/[“”]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim();
}
