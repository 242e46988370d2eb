import { fingerprint } from '@memora/core';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { Evidence } from './inspect-span.ts';
import type { NoteBytes } from './note-bytes.ts';
import { relocateSpans } from './relocate-spans.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Searches a note for all claims whose spans have moved. Returns evidence in the order of the claims, each of which has a fingerprint. */
export function inspectMovedSpans(
  note: NoteBytes,
  claims: readonly CitableClaim[],
  { blake3, secretFingerprint }: VerificationSettings,
): Evidence[] {
  const open = (window: Uint8Array): string => fingerprint(window, blake3);
  const spans = claims.map(({ span, fingerprint: print, band, headingPath }) => ({
    start: span.start,
    length: span.end - span.start,
    print: print as string,
    hash: band === 'secret' ? (secretFingerprint ?? open) : open,
    headingPath: headingPath ?? null,
  }));
  const { bytes } = note;
  return relocateSpans(bytes, spans).map(({ span, several }, i): Evidence => {
    const claim = claims[i] as CitableClaim;
    if (span === null) {
      const reason = several
        ? 'span is at several other places of the note'
        : 'bytes of the span have changed';
      return { state: 'changed', claim, reason };
    }
    const text = decoder.decode(bytes.subarray(span.start, span.end));
    return { state: 'intact', claim, span, relocated: true, text, note };
  });
}
