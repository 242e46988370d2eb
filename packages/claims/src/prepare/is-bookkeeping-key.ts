import type { ParsedNote } from '@memora/vault';
import { NOTE_KEYS } from '@memora/vault/internal';

/** True for a frontmatter key about the note as a file. `status` may be about the note's topic. */
export function isBookkeepingKey(note: ParsedNote, key: string): boolean {
  const name = key.trim().toLowerCase();
  return (name !== 'status' && NOTE_KEYS.includes(name)) || isKeyOfReader(note, name);
}

/** Metadata that a document reader adds is not a fact of the document; its authors are. */
const OF_READER = new Set(
  'origin origin_hash original body_hash retrieved encoding published extractor language thread'.split(' '),
);

/** True for a key that a document reader added to its note. */
export function isKeyOfReader({ frontmatter }: ParsedNote, key: string): boolean {
  return OF_READER.has(key) && frontmatter.fields.has('origin_hash');
}
