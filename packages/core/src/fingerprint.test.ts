import fc from 'fast-check';
import { blake3 as otherBlake3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { fingerprint, hasFingerprint, isFingerprint, keyedFingerprint } from './fingerprint.ts';

const encoder = new TextEncoder();
/** The input and key of the BLAKE3 authors' published test vectors. */
const vectorInput = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251);
const vectorKey = encoder.encode('whats the Elvish word for friend');

describe('fingerprint', () => {
  it('is what b3sum prints', () => {
    expect(fingerprint(new Uint8Array())).toBe(
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    );
    expect(fingerprint(vectorInput(1))).toBe(
      '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213',
    );
  });

  it('agrees with another implementation for every length around a block and a chunk', async () => {
    for (const length of [0, 1, 63, 64, 65, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 70_000]) {
      expect(fingerprint(vectorInput(length))).toBe(await otherBlake3(vectorInput(length)));
    }
  });

  it('agrees with another implementation for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        expect(fingerprint(bytes)).toBe(await otherBlake3(bytes));
      }),
    );
  });

  it('hashes a view and not the buffer behind it', () => {
    const bytes = encoder.encode('before span after');
    expect(fingerprint(bytes.subarray(7, 11))).toBe(fingerprint(encoder.encode('span')));
  });

  it('takes a faster BLAKE3', () => {
    expect(fingerprint(Uint8Array.of(1), () => new Uint8Array(32).fill(171))).toBe('ab'.repeat(32));
  });
});

describe('hasFingerprint', () => {
  it('says what a comparison with the text of the fingerprint says, and nothing of a part of one', () => {
    const digits = fc.stringMatching(/^[0-9a-fA-F]{0,66}$/);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), digits, fc.nat(70), (bytes, other, at) => {
        const own = fingerprint(bytes);
        const flipped = own.slice(0, at) + (own[at] === '0' ? '1' : '0') + own.slice(at + 1);
        for (const expected of [
          own,
          own.slice(0, 16),
          own.slice(0, at),
          own.toUpperCase(),
          flipped,
          other,
          `${own}\n`,
        ])
          expect(hasFingerprint(bytes, expected)).toBe(expected === own);
      }),
    );
  });

  it('takes a faster BLAKE3, and no digest of another length', () => {
    const bytes = Uint8Array.of(1);
    expect(hasFingerprint(bytes, 'ab'.repeat(32), () => new Uint8Array(32).fill(171))).toBe(true);
    expect(hasFingerprint(bytes, 'ab'.repeat(32), () => new Uint8Array(31).fill(171))).toBe(false);
    expect(hasFingerprint(bytes, 'ab'.repeat(8), () => new Uint8Array(7).fill(171))).toBe(false);
  });
});

describe('keyedFingerprint', () => {
  it('is BLAKE3 in keyed mode', () => {
    expect(keyedFingerprint(new Uint8Array(), vectorKey)).toBe(
      '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
    );
  });

  it('differs from the plain one and between keys', () => {
    const bytes = encoder.encode('blood type: 0-');
    const all = [
      fingerprint(bytes),
      keyedFingerprint(bytes, vectorKey),
      keyedFingerprint(bytes, new Uint8Array(32)),
    ];
    expect(new Set(all).size).toBe(3);
  });

  it('refuses a key that is not 32 bytes', () => {
    expect(() => keyedFingerprint(new Uint8Array(), new Uint8Array(31))).toThrow();
  });
});

it('tells fingerprints and other text apart', () => {
  expect(isFingerprint('0a'.repeat(32))).toBe(true);
  for (const other of [
    '0A'.repeat(32),
    '0a'.repeat(31),
    '0a'.repeat(33),
    '0a'.repeat(8),
    `${'0a'.repeat(32)}\n`,
    '',
    null,
    1,
  ]) {
    expect([other, isFingerprint(other)]).toEqual([other, false]);
  }
});
