import type { ParsedNote } from '@memora/vault';
import { NOTE_KEYS } from '@memora/vault/internal';

/** True for a frontmatter key that says something about the note as a file. Its `status` may be that of the thing it is about. */
export function isBookkeepingKey(note: ParsedNote, key: string): boolean {
  const name = key.trim().toLowerCase();
  return (name !== 'status' && NOTE_KEYS.includes(name)) || isKeyOfReader(note, name);
}

/** What reading a document wrote of it is no fact that it states; its authors are. */
const OF_READER = new Set(
  'origin origin_hash original body_hash retrieved encoding published extractor language thread'.split(' '),
);

/** True for a key that the reader of a document wrote into its note. */
export function isKeyOfReader({ frontmatter }: ParsedNote, key: string): boolean {
  return OF_READER.has(key) && frontmatter.fields.has('origin_hash');
}
