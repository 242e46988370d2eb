import { createClaimId, fingerprint } from '@memora/core';
import type { CitableClaim } from '@memora/validator';

const encoder = new TextEncoder();

/** The claim made from the whole of a note; `occurrence` distinguishes claims of equal texts. */
export function claimOf(notePath: string, text: string, occurrence = 0): CitableClaim {
  const bytes = encoder.encode(text);
  const id = createClaimId({
    noteId: notePath,
    subject: '',
    predicate: '',
    object: null,
    spanBytes: bytes,
    occurrence,
  });
  return { id, notePath, span: { start: 0, end: bytes.length }, fingerprint: fingerprint(bytes) };
}
