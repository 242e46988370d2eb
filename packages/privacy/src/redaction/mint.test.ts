import { BANDS, type Band, compareBands } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSpans } from './mask-spans.ts';
import { joinWire, toExtractionText, toWireClaim, toWireText, wire } from './mint.ts';
import { redactClaim } from './redact-claim.ts';
import { type Place, visibilityOf } from './visibility.ts';

const PLACES: Place[] = ['loopback', 'cloud-model', 'cloud-embedder', 'mcp', 'cli', 'page', 'shared', 'log'];
const claim = (band: Band) => ({
  id: 'abcdefghij012345',
  subject: 'SUBJECT',
  predicate: 'PREDICATE',
  object: 'OBJECT',
  text: 'TEXT',
  noteTitle: 'TITLE',
  headingPath: ['HEADING'],
  fingerprint: 'FINGERPRINT',
  metadata: { key: 'META' },
  band,
});
const WORDS = ['SUBJECT', 'PREDICATE', 'OBJECT', 'TEXT', 'TITLE', 'HEADING', 'FINGERPRINT', 'META'];
const seenBy = (place: Place, band: Band, policy = {}): string[] => {
  const seen = JSON.stringify(redactClaim(claim(band), place, policy));
  return WORDS.filter((word) => seen.includes(word));
};

describe('what a place sees of a claim', () => {
  it('is the table of the contracts', () => {
    const table = Object.fromEntries(
      PLACES.map((place) => [place, BANDS.map((band) => visibilityOf(band, place))]),
    );
    expect(table).toEqual({
      loopback: ['full', 'full', 'full'],
      'cloud-model': ['full', 'full', 'subject'],
      'cloud-embedder': ['full', 'full', 'nothing'],
      mcp: ['full', 'full', 'redacted'],
      cli: ['full', 'full', 'redacted'],
      page: ['full', 'full', 'redacted'],
      shared: ['full', 'hash', 'nothing'],
      log: ['id', 'id', 'id'],
    });
  });

  it('leaves of a secret claim the subject to a cloud model, and with "strict" not even that', () => {
    expect(seenBy('cloud-model', 'secret')).toEqual(['SUBJECT']);
    expect(seenBy('cloud-model', 'secret', { redactSecretInCloud: 'strict' })).toEqual([]);
    expect(seenBy('cloud-model', 'private')).toEqual(WORDS);
  });

  it('leaves nothing of a secret claim on the other ways out, and all of it to --reveal but its fingerprint', () => {
    for (const place of ['mcp', 'cli', 'page', 'log'] as const) expect(seenBy(place, 'secret')).toEqual([]);
    expect(redactClaim(claim('secret'), 'cloud-embedder')).toBeNull();
    expect(redactClaim(claim('secret'), 'shared')).toBeNull();
    expect(seenBy('shared', 'private')).toEqual(['FINGERPRINT']);
    expect(seenBy('cli', 'secret', { reveal: true })).toEqual(WORDS.filter((word) => word !== 'FINGERPRINT'));
    expect(seenBy('mcp', 'secret', { reveal: true })).toEqual([]);
  });

  it('sees nothing where band or place is unknown', () => {
    expect(visibilityOf('hidden' as Band, 'loopback')).toBe('nothing');
    expect(visibilityOf('public', 'printer' as Place)).toBe('nothing');
  });

  it('never grows with the band, and redacting twice is redacting once', () => {
    const order = ['full', 'subject', 'redacted', 'hash', 'id', 'nothing'];
    for (const place of PLACES) {
      for (const a of BANDS) {
        for (const b of BANDS) {
          if (compareBands(a, b) > 0) continue;
          expect(order.indexOf(visibilityOf(b, place))).toBeGreaterThanOrEqual(
            order.indexOf(visibilityOf(a, place)),
          );
        }
        const once = redactClaim(claim(a), place);
        if (once === null) continue;
        expect({ ...redactClaim(once, place), bodyRedacted: true }).toEqual({ ...once, bodyRedacted: true });
      }
    }
  });
});

describe('the mint', () => {
  it('redacts before it mints', () => {
    expect(toWireText({ text: 'x', band: 'secret' }, 'cloud-model')).toBe('[redacted]');
    expect(toWireText({ text: 'x', band: 'secret' }, 'cloud-embedder')).toBeNull();
    expect(toWireText({ text: 'x', band: 'secret' }, 'loopback')).toBe('x');
    expect(toWireText({ text: 'x', band: 'private' }, 'cloud-model')).toBe('x');
    const minted = toWireClaim(claim('secret'), 'cloud-model');
    expect(minted).toMatchObject({
      subject: 'SUBJECT',
      predicate: '[redacted]',
      text: '[redacted]',
      redacted: true,
    });
    expect(toWireClaim(claim('secret'), 'cloud-embedder')).toBeNull();
  });

  it('joins wire texts by templates and separators of the program', () => {
    const a = toWireText({ text: 'a\\n$(b)', band: 'public' }, 'loopback') ?? wire``;
    expect(wire`- ${a} is ${3}\n`).toBe('- a\\n$(b) is 3\n');
    expect(joinWire([a, a], '\n')).toBe('a\\n$(b)\na\\n$(b)');
  });
});

describe('an extraction prompt', () => {
  const bytes = new TextEncoder().encode('Pay is 4242 a month.\nThe tea is grün.\n');
  const region = (start: number, end: number) => ({ start, end, band: 'secret' as const });

  it('masks secret spans and keeps every offset and line', () => {
    const text = toExtractionText({ bytes, band: 'private', regions: [region(0, 20)] }, 'cloud-model');
    expect(text).toBe('[redacted]**********\nThe tea is grün.\n');
    expect(toExtractionText({ bytes, band: 'private', regions: [region(7, 11)] }, 'cloud-model')).toBe(
      'Pay is **** a month.\nThe tea is grün.\n',
    );
    expect(toExtractionText({ bytes, band: 'private', regions: [region(7, 11)] }, 'loopback')).toContain(
      '4242',
    );
  });

  it('is not sent where the note is secret, wholly or in all its words', () => {
    expect(toExtractionText({ bytes, band: 'secret', regions: [] }, 'cloud-model')).toBeNull();
    expect(
      toExtractionText({ bytes, band: 'public', regions: [region(0, bytes.length - 1)] }, 'cloud-model'),
    ).toBeNull();
    expect(
      toExtractionText({ bytes: new Uint8Array(0), band: 'public', regions: [] }, 'cloud-model'),
    ).toBeNull();
  });

  it('holds no byte of any region, and every byte outside, in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(120), fc.nat(120)), { maxLength: 5 }),
        (text, pairs) => {
          const source = new TextEncoder().encode(`x${text}x`);
          const regions = pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
          const masked = maskSpans(source, regions);
          if (masked === null) return;
          expect(masked.length).toBe(source.length);
          const inside = (i: number) => regions.some((r) => i >= r.start && i < r.end);
          const allowed = new Set([...new TextEncoder().encode('[redacted]*'), 0x0a, 0x0d]);
          source.forEach((byte, i) => {
            if (inside(i)) expect(allowed.has(masked[i] ?? 0)).toBe(true);
            else if (masked[i] !== byte) expect(byte).toBeGreaterThanOrEqual(0x80);
          });
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(masked)).not.toThrow();
        },
      ),
      { numRuns: sampleOf(1_000) },
    );
  });
});
