import { createClaimId, defaultBlake3 } from '@memora/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreparedClaim } from '../prepare-claims.ts';
import { identifyClaims } from './identify-claims.ts';

const bytes = new TextEncoder().encode('Ida likes tea. Ben likes ale.');
const spans = [
  { start: 0, end: 14 },
  { start: 15, end: 29 },
];

function claimAt(place: number, predicate: string): PreparedClaim {
  const extracted = { inherited: true, subject: 'tea', predicate, object: null };
  return { extracted, span: spans[place], band: 'private' } as unknown as PreparedClaim;
}

/** What an id is by definition: the first count, from 0 on, whose id nobody has. */
function byDefinition(claims: readonly PreparedClaim[], isTaken: (id: string) => boolean): string[] {
  const given = new Set<string>();
  return claims.map(({ extracted, span }) => {
    for (let occurrence = 0; ; occurrence++) {
      const spanBytes = bytes.subarray(span.start, span.end);
      const { predicate, object } = extracted;
      const id = createClaimId({ noteId: 'n', subject: '', predicate, object, spanBytes, occurrence });
      if (given.has(id) || isTaken(id)) continue;
      given.add(id);
      return id;
    }
  });
}

const claims = fc.array(
  fc
    .tuple(fc.constantFrom(0, 1), fc.constantFrom('states', 'likes'))
    .map(([place, predicate]) => claimAt(place, predicate)),
  { maxLength: 30 },
);

test('claims that say the same are counted, and counts that belong to others are skipped', () => {
  fc.assert(
    fc.property(claims, fc.array(fc.nat(9), { maxLength: 5 }), (some, counts) => {
      const others = new Set(
        byDefinition(
          Array.from({ length: 10 }, () => claimAt(0, 'states')),
          () => false,
        ).filter((_, i) => counts.includes(i)),
      );
      const isTaken = (id: string): boolean => others.has(id);
      expect(identifyClaims('n', some, bytes, undefined, isTaken)).toEqual(byDefinition(some, isTaken));
    }),
  );
});

test('n claims that say the same take at most two hashes each, also one call at a time', () => {
  let hashes = 0;
  const counting = (input: Uint8Array): Uint8Array => {
    hashes++;
    return defaultBlake3(input);
  };
  const many = Array.from({ length: 3000 }, () => claimAt(0, 'states'));
  const together = identifyClaims('n', many, bytes, undefined, () => false, counting);
  expect(hashes).toBeLessThanOrEqual(2 * many.length);
  hashes = 0;
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  const apart = many.map((claim) => {
    const [id] = identifyClaims('n', [claim], bytes, undefined, (each) => taken.has(each), counting, counts);
    taken.add(id as string);
    return id;
  });
  expect(apart).toEqual(together);
  expect(hashes).toBeLessThanOrEqual(2 * many.length);
});
