import { fingerprint } from '@memora/core';

/** What the identity of a note is decided by. */
export interface NoteIdentity {
  readonly path: string;
  /** As {@link parseNote} gave it. */
  readonly id: string;
  readonly idSource: 'frontmatter' | 'path';
}

export interface AssignedId {
  readonly id: string;
  /** The note that keeps the id which this one also claims. */
  readonly duplicateOf: string | null;
}

/**
 * Gives every note of a vault its own id. Of several that claim one id, a frontmatter id goes before a slug, then the
 * shorter path, then the order of code units; each other note gets the id with a suffix made of its path. Depends on the
 * set of notes only, not on their order or history, so that a fresh index gives the same ids.
 */
export function assignNoteIds(notes: Iterable<NoteIdentity>): Map<string, AssignedId> {
  const claimants = new Map<string, NoteIdentity[]>();
  for (const note of notes) {
    const same = claimants.get(note.id);
    if (same === undefined) claimants.set(note.id, [note]);
    else same.push(note);
  }
  const assigned = new Map<string, AssignedId>();
  const given = new Set(claimants.keys());
  for (const [id, same] of claimants) {
    const [owner, ...others] = same.length === 1 ? same : same.toSorted(byPrecedence);
    assigned.set((owner as NoteIdentity).path, { id, duplicateOf: null });
    for (const { path } of others) {
      const own = toDuplicateId(id, path, (other) => given.has(other));
      given.add(own);
      assigned.set(path, { id: own, duplicateOf: (owner as NoteIdentity).path });
    }
  }
  return assigned;
}

/** The id of a note whose own one belongs to another: with a suffix made of its path, longer where a note claims that as well. */
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
