import type { Claim } from '@memora/claims';
import { sliceSpan } from '@memora/core';
import { createLiveClaims, type LiveClaims, type LivePorts } from '../privacy/live-bands.ts';

/** Reads the current claims of notes on disk. */
export interface NoteReaders {
  readonly live: LiveClaims;
  /** The text of a claim's span as it is on disk; null if it is gone, or has become secret since the caller learned of it. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
  /** The bytes at the claim's recorded place; null if the note is gone or too short. */
  readonly readBytes: (claim: Claim) => Promise<Uint8Array | null>;
  /** True if the claim's bytes on disk still hash to its fingerprint. */
  readonly isIntact: (claim: Claim) => Promise<boolean>;
}

/** Creates the readers from one function that reads notes. */
export function createNoteReaders(ports: LivePorts): NoteReaders {
  const live = createLiveClaims(ports);
  const readBytes = async (claim: Claim) => {
    const bytes = await ports.readNote(claim.notePath);
    return bytes === null ? null : sliceSpan(bytes, claim.span);
  };
  return {
    live,
    readBytes,
    // Never the bytes at the old place of a claim. After an edit they are different text, possibly secret.
    readSpan: async (claim) => {
      const now = await live.read(claim);
      return now.claim.band === 'secret' && claim.band !== 'secret' ? null : now.text;
    },
    isIntact: async (claim) => {
      const span = await readBytes(claim);
      return span !== null && (await (await ports.store()).matchesSpan(claim.id, span));
    },
  };
}
