import type { Document } from '../document.ts';

/**
 * The bytes that identify an entry of a source: its own text, because other entries of the source are added
 * and removed.
 */
export function entryBytes({ title, markdown }: Pick<Document, 'title' | 'markdown'>): Uint8Array {
  return new TextEncoder().encode(`${title}\n\n${markdown}`);
}
