import { basename } from 'node:path/posix';
import type { Memory } from '@memora/engine';
import type { NoteLinks } from '../links/read-links.ts';

const MOST = 3;
/** Fewer notes name a thing by chance. */
const FEWEST_NOTES = 3;
const LONGEST_NAME = 40;

/** Questions that the notes can answer, made of the notes that others link to most, else of the names that most notes have. None of a secret note. */
export async function suggestQuestions(
  { entities }: Pick<Memory, 'entities'>,
  { sources }: Pick<NoteLinks, 'sources'>,
): Promise<readonly string[]> {
  const linked = [...sources]
    .filter(([, from]) => from.size >= FEWEST_NOTES)
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([path]) => basename(path, '.md'));
  const named = (await entities.list())
    // Whatever has an article before it too is a thing of everyday language, and no name.
    .filter(({ aliases, notes }) => aliases.length === 0 && notes.length >= FEWEST_NOTES)
    .map(({ name }) => name.charAt(0).toLocaleUpperCase() + name.slice(1));
  const names = new Set([...linked, ...named].filter((name) => name.length <= LONGEST_NAME));
  return [...names].slice(0, MOST).map((name) => `What do my notes say about ${name}?`);
}
