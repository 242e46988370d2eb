import type { ClaimId } from '@memora/core';
import type { ExtractedClaim } from '../model/extractor.ts';

interface Made {
  /** The note for which the id was made. */
  noteId?: string;
  id?: ClaimId;
  fingerprint?: Buffer;
  hearsay?: ExtractedClaim;
}

/** What was made of claims that are the same objects in the next run, of the same bytes: those that are remembered of a conversation that grows. */
const madeOf = new WeakMap<ExtractedClaim, Made>();

/** From now on what is asked of this claim is made once. Never for a secret one. */
export function makeOnce(claim: ExtractedClaim): void {
  if (!madeOf.has(claim)) madeOf.set(claim, {});
}

/** The id of the first claim of a note that says this. */
export function idOnce(claim: ExtractedClaim, noteId: string, create: () => ClaimId): ClaimId {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  if (made.id === undefined || made.noteId !== noteId) {
    made.id = create();
    made.noteId = noteId;
  }
  return made.id;
}

/** The hash of the bytes of a claim's span. */
export function fingerprintOnce(claim: ExtractedClaim, create: () => Buffer): Buffer {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  made.fingerprint ??= create();
  return made.fingerprint;
}

/** The claim as somebody else's word. */
export function hearsayOnce(claim: ExtractedClaim, create: () => ExtractedClaim): ExtractedClaim {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  made.hearsay ??= create();
  if (made.hearsay !== claim) makeOnce(made.hearsay);
  return made.hearsay;
}
