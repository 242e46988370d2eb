import type { Document } from '../document.ts';

/** What an entry of a source is known by: its own text, since others come and go around it. */
export function entryBytes({ title, markdown }: Pick<Document, 'title' | 'markdown'>): Uint8Array {
  return new TextEncoder().encode(`${title}\n\n${markdown}`);
}
