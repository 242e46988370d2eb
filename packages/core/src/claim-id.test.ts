import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClaimIdentity, createClaimId, isClaimId } from './claim-id.ts';

const encoder = new TextEncoder();
const identity: ClaimIdentity = {
  noteId: 'projects-drift',
  subject: 'Drift',
  predicate: 'uses',
  object: 'SQLite',
  spanBytes: encoder.encode('Drift uses SQLite.'),
  occurrence: 0,
};
const anyIdentity = fc.record({
  noteId: fc.string(),
  subject: fc.string({ unit: 'grapheme' }),
  predicate: fc.string(),
  object: fc.option(fc.string({ unit: 'grapheme' })),
  spanBytes: fc.uint8Array({ maxLength: 60 }),
  occurrence: fc.nat(5),
});

describe('createClaimId', () => {
  // These literals are in people's notes, ledgers and receipts, so changing one requires a new major version.
  it.each([
    ['a plain claim', identity, undefined, '7jgsjbuueuwnhzfv'],
    ['a unary claim', { ...identity, object: null }, undefined, '4ewk5k9dkp909cvw'],
    ['an empty object', { ...identity, object: '' }, undefined, 'hk2gvvy6g5jz7436'],
    ['the second occurrence', { ...identity, occurrence: 1 }, undefined, 'lqsizh5vvqptadrp'],
    [
      'another script',
      { ...identity, subject: '東京オフィス', spanBytes: encoder.encode('東京オフィス') },
      undefined,
      'fcp7k6wo1npcyefh',
    ],
    ['a keyed id', identity, new Uint8Array(32).fill(7), 'kkb69icq7dt0u2g3'],
  ])('gives %s the id that it had in every release', (_, claim, key, id) => {
    expect(createClaimId(claim, key)).toBe(id);
  });

  it('is always 16 characters of 0-9a-z', () => {
    fc.assert(fc.property(anyIdentity, (claim) => isClaimId(createClaimId(claim))));
  });

  it('gives two claims the same id only where all of what is said and where is the same', () => {
    const ids = new Map<string, string>();
    const canonical = (claim: ClaimIdentity) =>
      JSON.stringify([
        claim.noteId,
        ...[claim.subject, claim.predicate, claim.object].map((term) =>
          term === null ? null : normal(term),
        ),
        [...claim.spanBytes],
        claim.occurrence,
      ]);
    fc.assert(
      fc.property(anyIdentity, (claim) => {
        const id = createClaimId(claim);
        expect(ids.get(id) ?? canonical(claim)).toBe(canonical(claim));
        ids.set(id, canonical(claim));
      }),
      { numRuns: sampleOf(1000) },
    );
  });

  it('keeps text that moves from one field to the next apart', () => {
    const moved = [
      { ...identity, subject: 'ab', predicate: 'c' },
      { ...identity, subject: 'a', predicate: 'bc' },
      { ...identity, subject: 'abc', predicate: '' },
    ].map((claim) => createClaimId(claim));
    expect(new Set(moved).size).toBe(3);
  });

  it('does not change with case, surrounding space or composition of the terms', () => {
    const id = createClaimId({ ...identity, subject: 'Café Ölçü' });
    expect(createClaimId({ ...identity, subject: '  cafe\u0301   o\u0308lc\u0327u\u0308 ' })).toBe(id);
  });

  it('changes with one byte of the span, and with a number or a negation in a term', () => {
    const id = createClaimId(identity);
    for (const change of [
      { spanBytes: encoder.encode('Drift uses SQLite!') },
      { object: 'SQLite 3' },
      { predicate: 'does not use' },
      { noteId: 'projects-drift-2' },
    ]) {
      expect(createClaimId({ ...identity, ...change })).not.toBe(id);
    }
  });

  it('cannot be found without the key where it is keyed', () => {
    const key = new Uint8Array(32).fill(7);
    expect(createClaimId(identity, key)).not.toBe(createClaimId(identity));
    expect(createClaimId(identity, key)).not.toBe(createClaimId(identity, new Uint8Array(32).fill(8)));
  });
});

it('takes nothing but 16 lower-case base-36 digits for a claim id', () => {
  expect(isClaimId('0123456789abcxyz')).toBe(true);
  for (const other of [
    '0123456789abcxy',
    '0123456789abcxyz0',
    '0123456789ABCXYZ',
    '0123456789abcxy-',
    ' 123456789abcxyz',
    null,
  ]) {
    expect([other, isClaimId(other)]).toEqual([other, false]);
  }
});

function normal(term: string): string {
  return term.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
