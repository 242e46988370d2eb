import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMarkers, mayOpen } from './find-markers.ts';
import { type Marker, readMarker } from './read-marker.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The slow reference: reads at every byte where a marker may open. */
function readEverywhere(bytes: Uint8Array): Marker[] {
  const markers: Marker[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const marker = mayOpen(bytes, at) ? readMarker(bytes, at) : null;
    if (marker === null) continue;
    markers.push(marker);
    at = Math.max(marker.end, at + 1) - 1;
  }
  return markers;
}

const opening = fc.constantFrom(
  '<!--',
  '<!',
  '< !--',
  '<--',
  '<\\!--',
  '&lt;!--',
  '&#60;!',
  '&amp;lt;!--',
  '&lt!--',
  '＜！—',
  '%%',
  '{{',
  '{%',
  '{#',
  '[//]: # (',
  '<privacy',
  '<?',
);
const filling = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '-',
    '–',
    ':',
    '=',
    '：',
    '\n',
    '\r\n> ',
    '/',
    '\\',
    '\u00a0',
    '\u3000',
    '\u200b',
    '_',
    '.',
    '`',
    '"',
    'memora:',
    'a',
  ),
  fc
    .tuple(fc.constantFrom(' ', '-', ':', '\u3000', '\n'), fc.integer({ min: 1, max: 60 }))
    .map(([fill, times]) => fill.repeat(times)),
);
/** A word with a few letters changed, left out, added or misspelt. */
const word = fc
  .tuple(
    fc.constantFrom(
      'privacy',
      'Privacy',
      'PRIVACY',
      'рrivасу',
      'ｐｒｉｖａｃｙ',
      'prìvácÿ',
      '𝐩𝐫𝐢𝐯𝐚𝐜𝐲',
      'secret',
      'ѕесret',
      'private',
      'public',
      'endprivacy',
      'privacylevel',
      'practically',
      'directors',
      'рассказать',
      '私人',
    ),
    fc.array(
      fc.tuple(
        fc.nat(8),
        fc.nat(1),
        fc.constantFrom('', 'x', '1', 'y', '\u0301', '\u200d', '\u00ad', '-', '_'),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([letters, edits]) => {
    const list = [...letters];
    for (const [at, gone, put] of edits) list.splice(at, gone, put);
    return list.join('');
  });
const closing = fc.constantFrom('-->', '->', '>', '--&gt;', '%%', '}}', '%}', '#}', ')', '\n', '', '—>');
const marker = fc
  .tuple(opening, filling, word, filling, word, filling, fc.option(word, { nil: '' }), closing)
  .map((parts) => parts.join(''));
const piece = fc.oneof(
  { weight: 4, arbitrary: marker },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'A line of text.\n',
      '[[link]] {x} 100% a < b && c',
      '<b>bold</b> &amp; ',
      'и хочется сказать ',
      '不要告诉别人（是）',
      '<!-- an ordinary comment -->',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

it('finds the markers that reading at every byte finds', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }).map((pieces) => bytesOf(pieces.join(''))),
      (bytes) => {
        expect([...findMarkers(bytes)]).toEqual(readEverywhere(bytes));
      },
    ),
    { numRuns: sampleOf(2_000) },
  );
});

it('finds the same in bytes that are no UTF-8', () => {
  const damaged = fc.tuple(fc.array(piece, { maxLength: 5 }), fc.uint8Array({ maxLength: 8 }), fc.nat());
  fc.assert(
    fc.property(damaged, ([pieces, noise, at]) => {
      const bytes = bytesOf(pieces.join(''));
      bytes.set(
        noise.subarray(0, Math.max(0, bytes.length - (at % (bytes.length + 1)))),
        at % (bytes.length + 1),
      );
      expect([...findMarkers(bytes)]).toEqual(readEverywhere(bytes));
    }),
    { numRuns: sampleOf(500) },
  );
});

it('finds a marker as far from its start as one may be named', () => {
  for (const filled of [0, 1, 31, 32, 33, 100, 400]) {
    for (const text of [
      `<!--${' '.repeat(filled)}privacy: secret-->`,
      `<!--${'-'.repeat(filled)}/${' '.repeat(filled)}privacy-->`,
      `<!--${'x'.repeat(48)}${':'.repeat(filled)}privacy:secret-->`,
      `%%\n${'#'.repeat(filled)} privacy = secret\n%%`,
    ]) {
      const bytes = bytesOf(`Text ${text} and more`);
      expect([...findMarkers(bytes)]).toEqual(readEverywhere(bytes));
    }
  }
});
