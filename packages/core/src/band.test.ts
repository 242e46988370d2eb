import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BANDS, type Band, compareBands, isBand, parseBand, strictestBand } from './band.ts';

const band = fc.constantFrom(...BANDS);

it('orders public before private before secret', () => {
  expect(['secret', 'public', 'private'].sort((a, b) => compareBands(a as Band, b as Band))).toEqual([
    ...BANDS,
  ]);
  expect(BANDS).toEqual(['public', 'private', 'secret']);
});

describe('strictestBand', () => {
  it('only tightens, whatever the order and the grouping', () => {
    fc.assert(
      fc.property(fc.array(band), fc.array(band), (a, b) => {
        const joined = strictestBand(...a, ...b);
        for (const one of [...a, ...b]) expect(compareBands(joined, one)).toBeGreaterThanOrEqual(0);
        expect(strictestBand(...b, ...a)).toBe(joined);
        expect(strictestBand(strictestBand(...a), strictestBand(...b))).toBe(joined);
      }),
    );
  });

  it('is public for nothing', () => {
    expect(strictestBand()).toBe('public');
  });
});

describe('parseBand', () => {
  it.each([
    ['public', 'public'],
    [' Private\t', 'private'],
    ['"SECRET"', 'secret'],
    ["'public'", 'public'],
    ['" private "', 'private'],
  ])('reads %j as %s', (value, expected) => {
    expect(parseBand(value)).toEqual({ band: expected, known: true });
  });

  it('reads whatever is no name of a band as secret', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string({ unit: 'binary' }),
          fc.constantFrom('pubic', 'publicly', 'none', '"public', 'öffentlich'),
        ),
        (value) => {
          const { band: read, known } = parseBand(value);
          if (!known) expect(read).toBe('secret');
          else expect(String(value).toLowerCase()).toContain(read);
        },
      ),
    );
    for (const value of [
      undefined,
      null,
      '',
      'pubic',
      '"public',
      'public private',
      ['public'],
      { public: true },
      0,
      true,
    ]) {
      expect([value, parseBand(value)]).toEqual([value, { band: 'secret', known: false }]);
    }
  });
});

it('takes the three names for bands as they are written and nothing else', () => {
  expect(BANDS.every(isBand)).toBe(true);
  expect(['Public', '', 'toString', null, 0].some(isBand)).toBe(false);
});
