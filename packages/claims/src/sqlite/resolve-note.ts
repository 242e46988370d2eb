import type { ParsedNote } from '@memora/vault';
import type { NoteStatements } from './note-statements.ts';

/** The row of a note and the identity its claims are made with. */
export interface ResolvedNote {
  readonly key: number;
  readonly noteId: string;
  /** False where the row was made just now. */
  readonly known: boolean;
}

/**
 * Finds or makes the row of a note. A moved note keeps its row, and without an `id` in its frontmatter also the identity
 * that its old path gave it. Two files with one id would share claim ids: the one that comes second is told apart by its path.
 */
export function resolveNote(
  statements: NoteStatements,
  note: ParsedNote,
  movedFrom: string | null,
  now: number,
): ResolvedNote {
  const row = statements.noteByPath.get(movedFrom ?? note.path);
  if (row !== undefined) {
    if (note.idSource === 'path' || row.note_id === note.id || holdsId(statements, note.id)) {
      return { key: row.key, noteId: row.note_id, known: true };
    }
    // The user gave the note another id: new claims get it, those whose bytes survive keep theirs.
    statements.renameNote.run(note.id, row.key);
    return { key: row.key, noteId: note.id, known: true };
  }
  const noteId = holdsId(statements, note.id) ? `${note.id}#${note.path}` : note.id;
  const gone = statements.goneNote.get(note.path, noteId);
  if (gone !== undefined) return { key: gone.key, noteId, known: true };
  return { key: addNote(statements, note.path, noteId, now), noteId, known: false };
}

function holdsId(statements: NoteStatements, noteId: string): boolean {
  return statements.noteById.get(noteId) !== undefined;
}

function addNote(statements: NoteStatements, path: string, noteId: string, now: number): number {
  return statements.addNote.get(path, noteId, now) as number;
}
