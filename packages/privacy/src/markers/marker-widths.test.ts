import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrivacyMarkers } from './parse-privacy-markers.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes that are not UTF-8: alone, truncated, too long, of a surrogate. */
const broken = fc.constantFrom(
  [0xe2],
  [0xe2, 0x82],
  [0xf0, 0x9f],
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0x80, 0x80, 0x80],
);
const piece = fc.oneof(
  broken,
  fc
    .constantFrom(
      '<!--privacy:secret-->',
      '<!--/privacy-->',
      '<!```ivacy:secret',
      '%% privacy secret %%',
      '[privacy secret]',
      '<!-- secret, privacy -->',
      '\ufeff',
      '＜!--privacy:secret--＞',
      '\n',
      ' a ',
      '鱼🐙',
    )
    .map((text) => [...bytesOf(text)]),
);

describe('a marker beside what is no UTF-8', () => {
  it('ends where its bytes end, though they are read as characters of another width', () => {
    const bytes = Uint8Array.of(...bytesOf('<!```ivacy:secret'), 0xe2);
    const { regions, markers } = parsePrivacyMarkers(bytes);
    expect(regions).toEqual([{ start: 0, end: bytes.length, band: 'secret' }]);
    expect(markers).toEqual([{ start: 0, end: bytes.length }]);
  });

  it('and behind a byte order mark, which counts', () => {
    const text = '%%\ufeff privacy secret %% a';
    const [marker] = parsePrivacyMarkers(bytesOf(text)).markers;
    expect(marker).toEqual({ start: 0, end: bytesOf(text).length - 2 });
  });

  it('takes a letter for no dash whose last bytes are those of one', () => {
    const bytes = bytesOf('<!--privac倓:secret-->a');
    expect(parsePrivacyMarkers(bytes).regions).toEqual([{ start: 0, end: bytes.length, band: 'secret' }]);
  });

  it('lies within the note and behind the marker before it, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const bytes = Uint8Array.from(pieces.flat());
        const { regions, markers } = parsePrivacyMarkers(bytes);
        for (const { start, end } of [...regions, ...markers]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(bytes.length);
        }
      }),
      { numRuns: sampleOf(2_000) },
    );
  });
});
