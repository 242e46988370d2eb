import type { NotePreview } from '@memora/engine';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import { renderMemory } from '../note/render-memory.ts';
import { type Relations, readRelations } from './read-relations.ts';
import type { RememberPorts } from './remember-memory.ts';

/** The relations that an unwritten memory would get when indexed. */
interface MemoryPreview {
  readonly grounding: NotePreview['grounding'];
  readonly relations: Relations;
}

const encoder = new TextEncoder();

/** Computes what relating would conclude about a memory; returns nothing without a note. */
export async function previewMemory(
  note: MemoryNote | null,
  { memory, root }: Pick<RememberPorts, 'memory' | 'root'>,
): Promise<MemoryPreview> {
  const preview = note === null ? null : await memory.previewNote(placeOfMemory(root, note), bytesOf(note));
  const cites = new Set<string>(preview?.grounding?.cites);
  const relations = await readRelations(
    preview?.claims ?? [],
    memory,
    (path, id) => cites.has(id) || path.startsWith(`${root}episodic/conversations/`),
  );
  return { grounding: preview?.grounding ?? null, relations };
}

/** The bytes of the note as written. */
export function bytesOf(note: MemoryNote): Uint8Array {
  return encoder.encode(renderMemory(note));
}
