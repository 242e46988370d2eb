import type { ClaimId } from '@memora/core';
import type { ExtractedClaim } from '../model/extractor.ts';

interface Made {
  /** The note that the id belongs to. */
  noteId?: string;
  id?: ClaimId;
  fingerprint?: Buffer;
  hearsay?: ExtractedClaim;
}

/** Cached results for claims that are the same objects in the next run: those of a growing conversation. */
const madeOf = new WeakMap<ExtractedClaim, Made>();

/** Caches results for this claim from now on. Never for a secret claim. */
export function makeOnce(claim: ExtractedClaim): void {
  if (!madeOf.has(claim)) madeOf.set(claim, {});
}

/** Returns the id of the first claim of a note that says this. */
export function idOnce(claim: ExtractedClaim, noteId: string, create: () => ClaimId): ClaimId {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  if (made.id === undefined || made.noteId !== noteId) {
    made.id = create();
    made.noteId = noteId;
  }
  return made.id;
}

/** Returns the hash of the bytes of a claim's span. */
export function fingerprintOnce(claim: ExtractedClaim, create: () => Buffer): Buffer {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  made.fingerprint ??= create();
  return made.fingerprint;
}

/** Returns the claim as hearsay. */
export function hearsayOnce(claim: ExtractedClaim, create: () => ExtractedClaim): ExtractedClaim {
  const made = madeOf.get(claim);
  if (made === undefined) return create();
  made.hearsay ??= create();
  if (made.hearsay !== claim) makeOnce(made.hearsay);
  return made.hearsay;
}
