import type { ClaimStore } from '@memora/claims';
import { REDACTED } from '../../json/to-claim-json.ts';
import type { NoteNames } from '../../privacy/name-notes.ts';
import { type DoctorCheck, list, ok, warning } from './doctor-check.ts';

/** Names the notes that claim one id, and which of them bears it. An id that a note with a hidden name claims is as hidden. */
export async function checkNoteIds(
  store: ClaimStore,
  nameNotes: (paths: Iterable<string>) => Promise<NoteNames>,
): Promise<DoctorCheck> {
  const claimants = Map.groupBy(await store.notes(), ({ declaredId, noteId }) => declaredId ?? noteId);
  const clashing = [...claimants].filter(([, notes]) => notes.length > 1);
  const nameOf = await nameNotes(clashing.flatMap(([, notes]) => notes.map(({ path }) => path)));
  const shared = clashing.map(([id, notes]) => {
    const owner = notes.find(({ noteId }) => noteId === id);
    const others = notes.filter((note) => note !== owner).map(({ path }) => nameOf(path));
    const isHidden = notes.some(({ path }) => nameOf(path) !== path);
    const named = [...(owner === undefined ? [] : [`${nameOf(owner.path)} bears it`]), ...others];
    return `${named.join(', ')} (${isHidden ? REDACTED : id})`;
  });
  if (shared.length === 0) return ok('note ids', 'every note has an id of its own');
  return warning(
    'note ids',
    `several notes have one id: ${list(shared)}`,
    'Give each note an `id:` of its own, or delete the copies; until then the others are told apart by their paths.',
  );
}
