import type { Claim } from '@memora/claims';
import { findPlace } from '@memora/ingest/anchors';
import type { SourceAnchor } from '@memora/validator';
import type { LiveClaims } from './live-bands.ts';

/** The place in the original document for each claim; null for claims of other notes, and for a claim that is or became secret. */
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
