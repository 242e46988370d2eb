import type { Claim } from '@memora/claims';
import { findPlace } from '@memora/ingest/anchors';
import type { SourceAnchor } from '@memora/validator';
import type { LiveClaims } from './live-bands.ts';

/** Where the document opens that the note of each claim was made of; null for any other note, and for a claim that is or became secret. */
export function readPlaces(
  claims: readonly Claim[],
  liveOf: (claim: Claim) => Pick<LiveClaims, 'read'>,
): Promise<(SourceAnchor | null)[]> {
  return Promise.all(
    claims.map(async (known) => {
      if (known.band === 'secret') return null;
      const { claim, text, span, bytes } = await liveOf(known).read(known);
      if (claim.band === 'secret' || text === null || bytes === null) return null;
      return findPlace(bytes, (span ?? claim.span).start, text);
    }),
  );
}
