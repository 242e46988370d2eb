import type { ClaimStore } from '@memora/claims';
import type { NoteNames } from '../../privacy/name-notes.ts';
import { type DoctorCheck, list, ok, warning } from './doctor-check.ts';

/**
 * Names the notes that claim one id, and the one that has it. The id of a note with a hidden name is left out: a clash would confirm a guess to the writer of a
 * note with that id.
 */
export async function checkNoteIds(
  store: ClaimStore,
  nameNotes: (paths: Iterable<string>) => Promise<NoteNames>,
): Promise<DoctorCheck> {
  const all = await store.notes();
  const nameOf = await nameNotes(all.flatMap(({ path, band }) => (band === 'secret' ? [path] : [])));
  const known = all.filter(({ path }) => nameOf(path) === path);
  const claimants = Map.groupBy(known, ({ declaredId, noteId }) => declaredId ?? noteId);
  const clashing = [...claimants].filter(([, notes]) => notes.length > 1);
  const shared = clashing.map(([id, notes]) => {
    const owner = notes.find(({ noteId }) => noteId === id);
    const others = notes.filter((note) => note !== owner).map(({ path }) => path);
    const named = [...(owner === undefined ? [] : [`${owner.path} has it`]), ...others];
    return `${named.join(', ')} (${id})`;
  });
  // Other tools, and people, treat these as the same id. Here each is separate.
  const alike = [...Map.groupBy(claimants, ([id]) => toComparable(id)).values()]
    .filter((ids) => ids.length > 1)
    .map((ids) => ids.map(([id, [note]]) => `${note?.path} (${id})`).join(' and '));
  const unlooked = known.length < all.length ? '; --reveal shows the ids of secret notes' : '';
  if (shared.length + alike.length === 0) return ok('note ids', `every note has an id of its own${unlooked}`);
  const told = [
    ...(shared.length === 0 ? [] : [`several notes have one id: ${list(shared)}`]),
    ...(alike.length === 0
      ? []
      : [`ids differ only in case or in the form of their letters: ${list(alike)}`]),
  ];
  return warning(
    'note ids',
    `${told.join('; ')}${unlooked}`,
    'Give each note its own `id:`, or delete the copies; until then Memora distinguishes the others by path.',
  );
}

function toComparable(id: string): string {
  return id.normalize('NFKC').toLowerCase();
}
