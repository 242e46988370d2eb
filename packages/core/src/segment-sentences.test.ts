import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentSentences, splitSentences } from './segment-sentences.ts';

describe('segmentSentences', () => {
  it('takes its short cut only where the segmenter would find one sentence too', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '1',
      ' ',
      '.',
      '!',
      '?',
      '…',
      '。',
      '？',
      '"',
      '”',
      ')',
      ']',
      'z.B',
      '漢',
      '\n',
      'é',
      ',',
      '[',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        expect(segmentSentences(text)).toEqual(splitSentences(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    'The pump runs at 1.20 bar.',
    'See example.org for more!',
    '圧力センサーの校正は18か月ごとに行う。',
    'No stop at all',
  ])('reads %j as one sentence', (text) => {
    expect(segmentSentences(text)).toEqual([{ start: 0, end: text.length }]);
  });
});
