import { createClaimId } from '@memora/core';
import { defaultBlake3 } from '@memora/core/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifyClaims } from './identify-claims.ts';
import type { PreparedClaim } from './prepare-claims.ts';

const bytes = new TextEncoder().encode('Ida likes tea. Ben likes ale.');
const spans = [
  { start: 0, end: 14 },
  { start: 15, end: 29 },
];

function claimAt(place: number, predicate: string): PreparedClaim {
  const extracted = { inherited: true, subject: 'tea', predicate, object: null };
  return { extracted, span: spans[place], band: 'private' } as unknown as PreparedClaim;
}

/** The definition of an id: the first number, from 0 on, that no earlier claim has. */
function byDefinition(claims: readonly PreparedClaim[]): string[] {
  const given = new Set<string>();
  return claims.map(({ extracted, span }) => {
    for (let occurrence = 0; ; occurrence++) {
      const spanBytes = bytes.subarray(span.start, span.end);
      const { predicate, object } = extracted;
      const id = createClaimId({ noteId: 'n', subject: '', predicate, object, spanBytes, occurrence });
      if (given.has(id)) continue;
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

test('claims that say the same are counted', () => {
  fc.assert(
    fc.property(claims, (some) => {
      expect(identifyClaims('n', some, bytes, undefined)).toEqual(byDefinition(some));
    }),
  );
});

test('n claims that say the same take at most two hashes each', () => {
  let hashes = 0;
  const counting = (input: Uint8Array): Uint8Array => {
    hashes++;
    return defaultBlake3(input);
  };
  const many = Array.from({ length: 3000 }, () => claimAt(0, 'states'));
  identifyClaims('n', many, bytes, undefined, counting);
  expect(hashes).toBeLessThanOrEqual(2 * many.length);
});
