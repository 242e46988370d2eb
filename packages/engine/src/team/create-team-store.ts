import type { Claim } from '@memora/claims';
import { fingerprint } from '@memora/core';
import type { TeamReader } from '@memora/postgres';
import type { LiveStore } from '../privacy/live-bands.ts';

/** The queries to a shared store of claims. Claims that were read before are not requested again. */
export interface TeamStore extends LiveStore {
  /** Adds current claims that another query read. */
  readonly learn: (claims: Iterable<Claim>) => void;
  /** Adds only the fingerprints of claims that another query read. */
  readonly keepPrints: (claims: Iterable<Claim>) => void;
}

/** Maximum number of fingerprints that are kept. One question about a member's claims needs fewer. */
const MOST_PRINTS = 20_000;

/** Compares spans with the fingerprints of claims that were already read; the database checks the others. */
export function createTeamStore(reader: TeamReader): TeamStore {
  const prints = new Map<string, string>();
  const claims = new Map<string, Claim>();
  const keep = (read: Iterable<Claim>) => {
    if (prints.size > MOST_PRINTS) prints.clear();
    for (const { id, fingerprint: print } of read) if (print !== null) prints.set(id, print);
  };
  return {
    stampOf: () => null,
    learn: (read) => {
      for (const claim of read) claims.set(claim.id, claim);
      keep(read);
    },
    keepPrints: keep,
    getClaims: async (ids, asked) => {
      const wanted = [...new Set(ids)];
      const known = wanted.flatMap((id) => claims.get(id) ?? []);
      if (asked?.asOf === undefined && known.length === wanted.length)
        return new Map(known.map((claim) => [claim.id, claim]));
      const found = await reader.getClaims(wanted, asked);
      keep(found.values());
      return found;
    },
    matchesSpan: (id, bytes) => {
      const print = prints.get(id);
      return print === undefined ? reader.matchesSpan(id, bytes) : print === fingerprint(bytes);
    },
  };
}
