import type { ParsedNote } from '@memora/vault';
import { toDuplicateId } from '@memora/vault/internal';
import { bandCodes } from '../../model/codes.ts';
import type { NoteStatements } from './note-statements.ts';

/** The row of a note and the identity for its claim ids. */
interface ResolvedNote {
  readonly key: number;
  readonly noteId: string;
  /** False if the row was just created. */
  readonly known: boolean;
}

/**
 * Finds or creates the row of a note; a moved note keeps its row. The id is the one that the note claims, if no other note has it yet: which of several notes
 * gets it is decided after all are written, see {@link settleNoteIds}.
 */
export function resolveNote(
  statements: NoteStatements,
  note: ParsedNote,
  movedFrom: string | null,
  now: number,
): ResolvedNote {
  const row = statements.noteByPath.get(movedFrom ?? note.path);
  const declares = note.idSource === 'frontmatter' ? 1 : 0;
  if (
    row !== undefined &&
    row.path === note.path &&
    row.declared_id === note.id &&
    row.declares === declares
  ) {
    // A note that became secret, or is no longer secret, changes its rank among those that claim its id.
    const wasSecret = row.band === bandCodes.toCode('secret');
    if (wasSecret !== (note.band === 'secret')) statements.noteIdsAreDue.run();
    return { key: row.key, noteId: row.note_id, known: true };
  }
  const isFree = (id: string): boolean => [undefined, row?.key].includes(statements.noteById.get(id)?.key);
  // A new note whose id no other note has takes no id away, so the ids are not checked again.
  if (row !== undefined || note.id.includes('~') || !isFree(note.id)) statements.noteIdsAreDue.run();
  const noteId = isFree(note.id) ? note.id : toDuplicateId(note.id, note.path, (id) => !isFree(id));
  if (row !== undefined) {
    if (row.note_id !== noteId) statements.renameNote.run(noteId, row.key);
    return { key: row.key, noteId, known: true };
  }
  const gone = statements.goneNote.get(note.path, noteId);
  if (gone !== undefined) return { key: gone.key, noteId, known: true };
  return { key: statements.addNote.get(note.path, noteId, now) as number, noteId, known: false };
}
