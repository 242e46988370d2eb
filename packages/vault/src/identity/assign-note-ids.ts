import { fingerprint } from '@memora/core';

/** The data that decides a note's identity. */
export interface NoteIdentity {
  readonly path: string;
  /** The id from {@link parseNote}. */
  readonly id: string;
  readonly idSource: 'frontmatter' | 'path';
  /** True if the whole note is secret. It takes no id from a note that is not, because that would reveal it. */
  readonly isSecret?: boolean;
}

export interface AssignedId {
  readonly id: string;
  /** The note that keeps the id that this one also claims. */
  readonly duplicateOf: string | null;
}

/**
 * Assigns every note of a vault a unique id. If several notes claim one id, a note that is not secret has
 * priority over a secret one, then a frontmatter id over a slug, then the shorter path, then the lower path
 * by code units. Each other note gets the id with a suffix made from its path. The result depends only on the
 * set of notes, not on their order or history, so a fresh index gives the same ids. The ids of notes that are
 * not secret depend only on such notes.
 */
export function assignNoteIds(notes: Iterable<NoteIdentity>): Map<string, AssignedId> {
  const all = [...notes];
  const assigned = new Map<string, AssignedId>();
  const owners = new Map<string, string>();
  for (const secret of [false, true]) {
    assignAmong(
      all.filter(({ isSecret = false }) => isSecret === secret),
      owners,
      assigned,
    );
  }
  return assigned;
}

/** Assigns ids to these notes. `owners` maps each assigned id to the path of its note. */
function assignAmong(
  notes: readonly NoteIdentity[],
  owners: Map<string, string>,
  assigned: Map<string, AssignedId>,
): void {
  const claimants = new Map<string, NoteIdentity[]>();
  for (const note of notes) {
    const same = claimants.get(note.id);
    if (same === undefined) claimants.set(note.id, [note]);
    else same.push(note);
  }
  for (const [id, same] of claimants) {
    if (same.length > 1) same.sort(byPrecedence);
    const owner = owners.get(id);
    if (owner === undefined) {
      const first = same.shift() as NoteIdentity;
      owners.set(id, first.path);
      assigned.set(first.path, { id, duplicateOf: null });
    }
  }
  for (const [id, others] of claimants) {
    for (const { path } of others) {
      const own = toDuplicateId(id, path, (other) => owners.has(other));
      const owner = owners.get(id) as string;
      owners.set(own, path);
      assigned.set(path, { id: own, duplicateOf: owner });
    }
  }
}

/** The id of a note whose own id belongs to another note: that id with a suffix made from the path, longer if another note claims that as well. */
export function toDuplicateId(id: string, path: string, isTaken: (id: string) => boolean): string {
  const digest = fingerprint(new TextEncoder().encode(path));
  for (let length = 8; ; length += 8) {
    const own = `${id}~${length <= digest.length ? digest.slice(0, length) : `${digest}~${length}`}`;
    if (!isTaken(own)) return own;
  }
}

function byPrecedence(a: NoteIdentity, b: NoteIdentity): number {
  if (a.idSource !== b.idSource) return a.idSource === 'frontmatter' ? -1 : 1;
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}
