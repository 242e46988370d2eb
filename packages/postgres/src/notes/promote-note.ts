import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { readScopes, scopeOf } from '../team/scopes.ts';
import { writeNotes } from './note-heads.ts';
import { checkNotePath } from './note-path.ts';
import { type ReadNoteOptions, readTeamNote } from './read-note.ts';
import { toBlob } from './seal-blob.ts';

/** Copies a note of a principal's own scope into the workspace as a new note. Returns its path there; throws `NOTE_CHANGED` if that path is taken. */
export async function promoteNote(note: string, options: ReadNoteOptions): Promise<string> {
  const { source, principal, workspace } = options;
  const path = checkNotePath(note.replace(/^@me\//u, ''));
  const bytes = await readTeamNote(`@me/${path}`, options);
  const written = await transactionAs(source, { role: 'write', principal, workspace }, async (db) => {
    const scope = scopeOf(await readScopes(db), 'workspace');
    return writeNotes(db, scope.id, [{ path, expected: 0, blob: toBlob(path, bytes, options) }], {
      author: principal.name,
      via: 'promote',
    });
  });
  if (written.has(path)) return path;
  throw teamError(
    'NOTE_CHANGED',
    `the workspace has a note ${JSON.stringify(path)} already`,
    'Rename yours first, or change that one by pull and push.',
  );
}
