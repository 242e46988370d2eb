import type { Claim } from '@memora/claims';
import { findPlace } from '@memora/ingest/anchors';
import type { SourceAnchor } from '@memora/validator';
import type { LiveClaims } from './live-bands.ts';

/** What reading the place of a claim needs. */
export interface PlacePorts {
  readonly live: Pick<LiveClaims, 'read'>;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
}

/** Where the document opens that the note of each claim was made of; null for any other note, and for a claim that is or became secret. */
export function readPlaces(
  claims: readonly Claim[],
  portsOf: (claim: Claim) => PlacePorts,
): Promise<(SourceAnchor | null)[]> {
  return Promise.all(
    claims.map(async (known) => {
      if (known.band === 'secret') return null;
      const { live, readNote } = portsOf(known);
      const { claim, text, span } = await live.read(known);
      if (claim.band === 'secret' || text === null) return null;
      const bytes = await readNote(claim.notePath);
      return bytes === null ? null : findPlace(bytes, (span ?? claim.span).start, text);
    }),
  );
}
