import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONTHS } from '../dates/all-months.ts';
import { monthForms } from '../dates/months.ts';
import type { SentenceBias } from './ends-sentence.ts';
import { segmentSentences } from './segment-sentences.ts';

function sentences(text: string, bias: SentenceBias = 'whole'): string[] {
  return segmentSentences(text, { bias }).map(({ start, end }) => text.slice(start, end));
}

/** Texts with `|` at the sentence ends. */
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

/** The needs of notes in lower case, and text that a stop before a lower-case letter must not split. */
const WHOLE = [
  'drift uses Rust.| drift is written by Sarah.',
  'tea is hot!| it rains today.',
  'is it open?| yes it is.',
  'We went home…| Then it rained.',
  'wait... what now is it',
  'approx. ten people came.| the rest stayed.',
  'er kam gem. den Regeln und blieb.',
  'Yahoo! is old and so on',
  'Yahoo! Japan bought Line.| We use it.',
  'The worm C. elegans eats E. coli in the lab.',
  'Warner Bros . released it .',
  'see mdn. but not w3',
  'The z. B. lower case and i. d. R. the rest.',
  'On 3. Mai it was.| And the 2. floor too',
  'das ist gut.| es regnet heute.',
  'это чай.| идёт дождь.',
  'le thé est chaud.| il pleut ici.',
];

it.each(WHOLE)('splits evidence %j where the bars stand', (marked) => {
  expect(sentences(marked.replaceAll('|', ''))).toEqual(marked.split('|').map((sentence) => sentence.trim()));
});

/** An answer is split whatever case follows, unless a stop is known not to end a sentence. */
const SPLIT = [
  'Tea is hot.| it rains.',
  'Tea is hot!| it rains?| yes.| no.',
  'Tea is hot…| it rains.',
  'Tea is hot...| it rains.',
  'The limit is 10.| it rains.',
  'The answer is no.| It rains.',
  'He works at Acme Corp.| Everybody was delighted.',
  'Acme Corp. was founded in 1990.',
  'Tea is hot.It rains.'.replace('.It', '.|It'),
  'Tea is hot 🎉| It rains.',
  '✅ Tea is hot.|\n❌ Milk is hot.',
  'I ❤️ tea and ☕ too.',
  'Drift™ Server runs.',
  'Dr. Meier and Prof. Ng met, e.g. the Dr. Who.| He left.',
  'J. R. R. Tolkien wrote it.| it rains.',
  'It dates from c. 1491 and so on.',
  'We use node.js.| it rains.',
  'Version 2.0.1 of node.js runs.| it rains.',
  'Bring pens etc. and wait.| See no. 4 on p. 7.',
  'Das war z. B. am 3. Mai so.| es regnet.',
  'Wir sind im 2. Stock.| alle waren froh.',
  'Le 3 mai, M. Dupont vient.| il pleut.',
  'El Sr. López, p. ej. hoy, llega.| llueve.',
  'Il sig. Rossi ecc. arriva.| piove.',
  'O Sr. Silva chegou.| chove.',
  'De heer d.w.z. dhr. Smit kwam.| het regent.',
  'Это г. Москва и т.д.| Идёт дождь.',
  'الشاي ساخن.| إنها تمطر؟| نعم۔| لا.',
  'चाय गरम है।| डॉ. राव आए।| बारिश हो रही है.| हाँ.',
  'Çay sıcak.| bkz. sayfa 3.| yağmur yağıyor.',
  '茶は熱い。|雨が降る！|はい？|3.5度です。',
  '「行く。」と言った。|それから出た。',
  '茶是热的。|下雨了。',
  '차는 뜨겁다.| 비가 온다.',
  'Yahoo! Japan bought Line.| We use Yahoo!| The rest does not.',
  'C. elegans and E. coli grow.| Annika W. from the choir lends it.| Vitamin C. everybody took it.',
  'Warner Bros . released it .| it rains .',
  'Die Müller GmbH & Co. KG liefert.| alle waren froh.',
];

it.each(SPLIT)('splits an answer %j where the bars stand', (marked) => {
  expect(sentences(marked.replaceAll('|', ''), 'split')).toEqual(
    marked.split('|').map((sentence) => sentence.trim()),
  );
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
      for (const bias of ['whole', 'split'] as const) {
        at = 0;
        for (const { start, end } of segmentSentences(text, { bias })) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }
    }),
    { numRuns: sampleOf(1000) },
  );
});

it('is linear on long runs of stops', () => {
  for (const unit of ['. ', 'A. ', '...', '.*_~', '[^1]', '"', '。', ' ', '.)', '1. ']) {
    for (const bias of ['whole', 'split'] as const)
      expect(segmentSentences(unit.repeat(20_000), { bias }).length).toBeGreaterThanOrEqual(0);
  }
});

describe.each(['de', 'da', 'no', 'fi', 'cs', 'hu'])(
  'a day with its stop before a month of %s',
  (language) => {
    it.each(['whole', 'split'] as const)('ends no sentence, biased to %s', (bias) => {
      for (const [month] of monthForms(MONTHS[language] ?? '')) {
        const text = `Drift 3. ${month} 2026 x.`;
        expect(segmentSentences(text, { bias }), text).toHaveLength(1);
      }
    });
  },
);
