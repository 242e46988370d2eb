import type { Claim } from '@memora/claims';
import { REDACTED } from '../json/to-claim-json.ts';
import type { LiveClaims } from './live-bands.ts';

/**
 * The current text of each claim's span on disk; `[redacted]` for a secret one that is not revealed, whatever
 * its earlier band.
 */
export function readSpans(
  claims: readonly Claim[],
  liveOf: (claim: Claim) => Pick<LiveClaims, 'read'>,
  { reveal = false }: { readonly reveal?: boolean } = {},
): Promise<(string | null)[]> {
  return Promise.all(
    claims.map(async (known) => {
      if (known.band === 'secret' && !reveal) return REDACTED;
      const { claim, text } = await liveOf(known).read(known);
      return claim.band === 'secret' && !reveal ? REDACTED : text;
    }),
  );
}
