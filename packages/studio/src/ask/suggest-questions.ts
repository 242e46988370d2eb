import { basename } from 'node:path/posix';
import type { NamedThing } from '../graph/list-names.ts';
import type { NoteLinks } from '../links/read-links.ts';

const MOST = 3;
/** Minimum number of notes that must name a thing; fewer may be chance. */
const FEWEST_NOTES = 3;
const LONGEST_NAME = 40;

/** Questions that the notes can answer, made from the most-linked notes, or from the names that occur in most notes. Nothing comes from a secret note. */
export function suggestQuestions(
  { sources }: Pick<NoteLinks, 'sources'>,
  named: readonly NamedThing[],
): readonly string[] {
  const linked = [...sources]
    .filter(([, from]) => from.size >= FEWEST_NOTES)
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([path]) => basename(path, '.md'))
    .filter((name) => name.length <= LONGEST_NAME);
  const names = new Set([...linked, ...named.map(({ name }) => name)]);
  return [...names].slice(0, MOST).map((name) => `What about ${name}?`);
}
