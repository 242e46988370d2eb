import type { ClaimStore } from '@memora/claims';
import { type DoctorCheck, list, ok, warning } from './doctor-check.ts';

/** Names the notes that claim one id, and which of them bears it. */
export async function checkNoteIds(store: ClaimStore): Promise<DoctorCheck> {
  const claimants = Map.groupBy(await store.notes(), ({ declaredId, noteId }) => declaredId ?? noteId);
  const shared = [...claimants].flatMap(([id, notes]) => {
    if (notes.length < 2) return [];
    const owner = notes.find(({ noteId }) => noteId === id);
    const others = notes.filter((note) => note !== owner).map(({ path }) => path);
    return [`${[...(owner === undefined ? [] : [`${owner.path} bears it`]), ...others].join(', ')} (${id})`];
  });
  if (shared.length === 0) return ok('note ids', 'every note has an id of its own');
  return warning(
    'note ids',
    `several notes have one id: ${list(shared)}`,
    'Give each note an `id:` of its own, or delete the copies; until then the others are told apart by their paths.',
  );
}
