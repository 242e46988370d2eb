import { NOTE_KEYS } from '@memora/vault/internal';

/** True for a frontmatter key that says something about the note as a file. Its `status` may be that of the thing it is about. */
export function isBookkeepingKey(key: string): boolean {
  const name = key.trim().toLowerCase();
  return name !== 'status' && NOTE_KEYS.includes(name);
}
