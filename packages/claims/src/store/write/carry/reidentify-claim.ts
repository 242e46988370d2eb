import { fingerprint } from '@memora/core';
import type { NoteStatements } from '../note-statements.ts';

/**
 * Gives a claim the id that follows from its note, words and bytes now. The old id still finds it. Another claim with the new id is history or is about to be
 * renamed itself: its id is released.
 */
export function reidentifyClaim(statements: NoteStatements, key: number, from: string, to: string): void {
  makeRoom(statements, key, to);
  statements.setClaimId.run(to, key);
  statements.addFormerId.run(from, key);
}

/** Takes an id away from any other claim that has it. */
export function makeRoom(statements: NoteStatements, key: number, id: string): void {
  const holder = statements.claimById.get(id);
  if (holder === undefined || holder.key === key) return;
  const digest = fingerprint(new TextEncoder().encode(`${id} ${holder.key} ${key}`));
  statements.setClaimId.run(digest.slice(0, 16), holder.key);
}
