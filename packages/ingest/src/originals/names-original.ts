import { readNoteHead } from '@memora/vault/internal';

/** True for a note whose frontmatter names an original. */
export function namesOriginal(note: Uint8Array): boolean {
  return readNoteHead(note).frontmatter.fields.has('original');
}
