import type { Claim } from '@memora/claims';
import { authorOfClaim, isReported } from '@memora/claims/internal';
import { type ClaimId, fingerprint, isClaimId } from '@memora/core';
import type { CitableClaim, ClaimLookup } from '@memora/validator';
import type { LiveClaims, LiveStore } from '../privacy/live-bands.ts';
import { type AskedAsOf, toAsOf } from './to-as-of.ts';

/**
 * Which secret claims are withheld from the verifying caller: `all` of them; those whose words the notes still contain (`standing`), so that an open claim that
 * was edited next to a secret counts as changed; those that became secret since they were indexed (`fresh`); or `none`. A withheld claim is `redacted` in every
 * check, whatever the answer says about it.
 */
export type Withholding = 'all' | 'standing' | 'fresh' | 'none';

/** The dependencies of looking up a claim besides the store. */
interface CitablePorts {
  readonly store: () => Promise<LiveStore>;
  /** Reads the current bytes of the claim's span on disk; null if the file does not contain it. */
  readonly readBytes: (claim: Claim) => Promise<Uint8Array | null>;
  /** Returns the bands that the notes give the claims at this moment. */
  readonly live: Pick<LiveClaims, 'tighten' | 'read'>;
  /** With `known`, the claims are returned as they were known then. */
  readonly asOf?: AskedAsOf | undefined;
  readonly withhold: Withholding;
  /** Returns sentences, items and rows without a claim by id, which the store does not know. */
  readonly units?: (
    ids: readonly string[],
    showsSecrets: boolean,
  ) => Promise<ReadonlyMap<string, CitableClaim>>;
}

/**
 * Looks up what the validator needs to know about claims. For a withheld claim this is only its id and band: nothing is read. The fingerprint of any other
 * secret claim is keyed, so its bytes are checked here with the key first, and the plain fingerprint of exactly those bytes is passed on; the validator hashes
 * them again.
 */
export function toCitableLookup({
  store,
  readBytes,
  live,
  asOf,
  withhold,
  units,
}: CitablePorts): ClaimLookup {
  const asked = asOf === undefined ? {} : { asOf: toAsOf(asOf) };
  return async (ids) => {
    const opened = await store();
    const claims = await opened.getClaims(ids, asked);
    const bandById = new Map((await live.tighten([...claims.values()])).map(({ id, band }) => [id, band]));
    const citable = new Map<string, CitableClaim>();
    for (const [id, claim] of claims) {
      // A statement that only an agent attributes to the user can't be cited.
      if (isReported(claim)) continue;
      const band = bandById.get(claim.id) ?? claim.band;
      if (band === 'secret' && isWithheld(claim.band) && !(await isEditedAway(claim)))
        citable.set(id, withheld(id, claim));
      else if (claim.band === 'secret')
        citable.set(id, { ...claim, fingerprint: await plainFingerprint(claim) });
      else citable.set(id, { ...claim, band, by: authorOfClaim(claim) });
    }
    const unknown =
      units === undefined ? [] : ids.filter((id) => isClaimId(id) && !claims.has(id as ClaimId));
    if (units !== undefined && unknown.length > 0)
      for (const [id, unit] of await units(unknown, withhold === 'none')) citable.set(id, unit);
    return citable;

    function isWithheld(indexed: Claim['band']): boolean {
      return withhold === 'all' || withhold === 'standing' || (withhold === 'fresh' && indexed !== 'secret');
    }

    /**
     * True if an open claim counts as secret only because its words are gone from a note with a secret
     * elsewhere: the note was edited, and the check reports that. This can't reveal anything else, because
     * the file contains none of the claim's bytes.
     */
    async function isEditedAway(indexed: Claim): Promise<boolean> {
      if (withhold !== 'standing' || indexed.band === 'secret') return false;
      const now = await live.read(indexed);
      return now.span === null && now.claim.noteBand !== 'secret';
    }

    async function plainFingerprint(claim: Claim): Promise<string | null> {
      const bytes = await readBytes(claim);
      return bytes !== null && (await opened.matchesSpan(claim.id, bytes)) ? fingerprint(bytes) : null;
    }
  };
}

/** The claim under the requested id, which may be an earlier id of it. */
function withheld(id: string, { notePath, span }: Claim): CitableClaim {
  return { id, notePath, span, fingerprint: null, band: 'secret', withheld: true };
}
