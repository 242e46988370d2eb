import { fingerprint } from '@memora/core';
import type { NoteStatements } from '../note-statements.ts';

/**
 * Gives a claim the id that its note, words and bytes ask for now. The one it had still finds it. A claim that bears the wanted id is
 * history, or is about to get another one itself: it makes room.
 */
export function reidentifyClaim(statements: NoteStatements, key: number, from: string, to: string): void {
  makeRoom(statements, key, to);
  statements.setClaimId.run(to, key);
  statements.addFormerId.run(from, key);
}

/** Takes an id from whichever other claim bears it. */
export function makeRoom(statements: NoteStatements, key: number, id: string): void {
  const holder = statements.claimById.get(id);
  if (holder === undefined || holder.key === key) return;
  const digest = fingerprint(new TextEncoder().encode(`${id} ${holder.key} ${key}`));
  statements.setClaimId.run(digest.slice(0, 16), holder.key);
}
