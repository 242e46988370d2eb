import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segmentSentences } from './segment-sentences.ts';

function sentences(text: string): string[] {
  return segmentSentences(text).map(({ start, end }) => text.slice(start, end));
}

/** Texts with `|` where a sentence ends. */
const CASES = [
  'Dr. Meier paid 3.5 million.| He left at 5 p.m. sharp.| Then Mrs. Ng came.',
  'J. R. R. Tolkien wrote it.| C. S. Lewis read it.',
  'We chose plan B.| Next week it starts.',
  'The U.S. Army paid.| Made in the U.S.| The rest is not.',
  'Acme Inc. Shares fell.| See Fig. 3 and pp. 4 ff. for it.',
  'Bring pens, paper, etc.| Then wait.| Bring pens etc. and wait.',
  'It took e.g. two days, i.e. long.| Version 2.0.1 is out.| See a.b.c for it.',
  'Wait... what?| Really?!| Yes.',
  'Er kam am 3. Mai 2024 an.| Das war z.B. am 12. Januar so.| Es kostet ca. 5 €.',
  '"Stop!" he said.| "Why?" she asked.| He left.',
  'She said “It works.”| Then she left.',
  'Yahoo! is old.| So is AltaVista.',
  '**Done.**| Next one.| _Also done._| More.',
  'A fact.[^1]| Another.[^2][^3]| Last.',
  '会議は三時です。|場所は東京！|来ますか？|はい。',
  '「行く。」と言った。|それから出た。',
  'هل وصلت؟| نعم وصلت. |اليوم جميل۔',
  'यह एक है।| यह दो है।',
  'วันนี้อากาศดี ไปเที่ยวกัน',
  'Это г. Москва.| Купил хлеб, молоко и т.д.| Потом ушёл.',
  'Wrapped over\ntwo lines.| And\r\nover two more.',
  'Ends without stop',
  '… starts with dots.| Goes on.',
  'Rate is 5 %.| It was 4 %.',
  'The limit (see no. 4) is 60 s.| (It was 30 s.)| Done.',
  '1. First of all this.| Then that.',
];

it.each(CASES)('splits %j where the bars stand', (marked) => {
  const text = marked.replaceAll('|', '');
  expect(sentences(text)).toEqual(marked.split('|').map((sentence) => sentence.trim()));
});

it('covers every character but white space, in order, for any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 15 }),
    fc.constantFrom('. ', '! ', '。', '… ', '."', ' A. ', '*. ', '[^1] ', '\n', '\u2028', 'Dr. '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = pieces.join('');
      let at = 0;
      for (const { start, end } of segmentSentences(text)) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
    }),
    { numRuns: 1000 },
  );
});

it('is linear on long runs of stops', () => {
  for (const unit of ['. ', 'A. ', '...', '.*_~', '[^1]', '"', '。', ' ', '.)', '1. ']) {
    expect(segmentSentences(unit.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
  }
});
