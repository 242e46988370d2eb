import type { CapturedNote, NewNote } from '@memora/vault';
import { type IndexPorts, indexMemory } from './index-memory.ts';
import type { IndexOptions } from './memory.ts';

/**
 * Writes a new note, never over another, and indexes it. Where nothing is indexed yet, everything is: an index
 * that holds the new note alone would pass for the whole vault.
 */
export async function captureNote(
  note: NewNote,
  options: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ports: IndexPorts,
): Promise<CapturedNote> {
  const captured = await ports.vault.captureNote(note);
  const paths = (await ports.store.exists()) ? { paths: [captured.path] } : {};
  await indexMemory({ ...options, ...paths }, ports);
  return captured;
}
