import { hasFingerprint, isFingerprint, type SpanLike, sliceSpan } from '@memora/core';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { NoteBytes } from './note-bytes.ts';

/** The current source of a claim. */
export type Evidence =
  | {
      readonly state: 'missing' | 'withheld' | 'gone' | 'changed';
      readonly claim: CitableClaim | null;
      /** One line of words; never text of a note. */
      readonly reason: string;
    }
  | {
      readonly state: 'intact';
      readonly claim: CitableClaim;
      readonly span: SpanLike;
      readonly relocated: boolean;
      /** The text of exactly the bytes that were hashed. */
      readonly text: string;
      /** The note that contains them. */
      readonly note: NoteBytes;
    };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Hashes the span of a claim in its note and compares the hash. Returns `null` if other bytes are there now
 * and the rest of the note must be searched: `inspectMovedSpans` does that for all such claims of a note at
 * once.
 */
export function inspectSpan(
  note: NoteBytes,
  claim: CitableClaim,
  settings: VerificationSettings,
): Evidence | null {
  const { start, end } = claim.span;
  const here = sliceSpan(note.bytes, claim.span);
  const expected = claim.fingerprint;
  if (here !== null && here.length > 0 && matches(here, claim, settings)) {
    return {
      state: 'intact',
      claim,
      span: { start, end },
      relocated: false,
      text: decoder.decode(here),
      note,
    };
  }
  if (!isFingerprint(expected)) return changed(claim, 'claim has no fingerprint that can be checked');
  if (end <= start) return changed(claim, 'claim has an empty span');
  return settings.reanchor ? null : changed(claim, 'bytes of the span have changed');
}

function matches(
  here: Uint8Array,
  { fingerprint: expected, band }: CitableClaim,
  { secretFingerprint, blake3 }: VerificationSettings,
): boolean {
  if (band !== 'secret' || secretFingerprint === null)
    return typeof expected === 'string' && hasFingerprint(here, expected, blake3);
  return isFingerprint(expected) && secretFingerprint(here) === expected;
}

function changed(claim: CitableClaim, reason: string): Evidence {
  return { state: 'changed', claim, reason };
}
