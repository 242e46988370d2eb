import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONTHS, MONTHS_BEHIND_IN } from '../dates/all-months.ts';
import { monthForms } from '../dates/months.ts';
import { numberOf } from '../numbers/number-words.ts';
import { besideEvent, readAskedEvent, readAskedTime, sayPeriod } from './read-asked-time.ts';
import { TIME_WORDS } from './time-words.ts';

const now = new Date('2025-11-10T12:00:00Z');
const asOf = (question: string) => readAskedTime(question, { now })?.asOf ?? null;

describe('the time of a question, asked on 10 November 2025', () => {
  it.each([
    ['Where was the office in March 2025?', '2025-03'],
    ['Who led Kestrel on 17 June 2023?', '2023-06-17'],
    ['Who led Kestrel as of 2024-09?', '2024-09'],
    ['How much was it at the end of 2023?', '2023-10/2023-12'],
    ['How much was it in early 2024?', '2024-01/2024-03'],
    ['How much was it in Q3 2024?', '2024-07/2024-09'],
    ['How much was it in the third quarter of 2024?', '2024-07/2024-09'],
    ['How much was it in the second half of 2024?', '2024-07/2024-12'],
    ['How much was it last spring?', '2025-03/2025-05'],
    ['How much was it last winter?', '2024-12/2025-02'],
    ['How much was it this summer?', '2025-06/2025-08'],
    ['How much was it last December?', '2024-12'],
    ['Where did I work in May?', '2025-05'],
    ['Where did I work in December?', '2024-12'],
    ['What did we do last week?', '2025-11-03/2025-11-09'],
    ['What did we do yesterday?', '2025-11-09'],
    ['How much was a ticket a year ago?', '2024-11-10'],
    ['How much was a ticket six months ago?', '2025-05-10'],
    ['What changed in the last three months?', '2025-08-10/2025-11-10'],
    ['Who led it between March and May 2024?', '2024-03/2024-05'],
    ['Who led it from 2023 to 2024?', '2023/2024'],
    ['Who led it since 2023?', '2023-01-01/2025-11-10'],
    ['Who led it before March 2024?', '2024-02-29'],
    ['Who led it until March 2024?', '2024-03-31'],
    ['Who led it after March 2025?', '2025-04-01/2025-11-10'],
    ['Wo war das Büro letzten Frühling?', '2025-03/2025-05'],
    ['Wo war das Büro vor zwei Jahren?', '2023-11-10'],
    ['Wo war das Büro Ende 2023?', '2023-10/2023-12'],
    ['Où était le bureau avant mars 2024 ?', '2024-02-29'],
    ['Où était le bureau l’été dernier ?', '2025-06/2025-08'],
    ['Où était le bureau il y a deux ans ?', '2023-11-10'],
    ['¿Dónde estaba la oficina hace dos años?', '2023-11-10'],
    ['¿Dónde estaba la oficina la primavera pasada?', '2025-03/2025-05'],
    ['Dov’era l’ufficio due anni fa?', '2023-11-10'],
    ['Onde ficava o escritório no ano passado?', '2024'],
    ['Waar was het kantoor vorige zomer?', '2025-06/2025-08'],
    ['Где был офис прошлой весной?', '2025-03/2025-05'],
    ['Где был офис два года назад?', '2023-11-10'],
    ['Ofis iki yıl önce neredeydi?', '2023-11-10'],
    ['去年办公室在哪里？', '2024'],
    ['3年前のオフィスはどこ？', '2022-11-10'],
    ['2025年3月以前のオフィスは？', '2025-02-28'],
    ['작년 사무실은 어디?', '2024'],
  ])('%s', (question, period) => {
    expect(asOf(question)).toBe(period);
  });

  it.each([
    'What is Windows 2000?',
    'What does diary/2025-03-12.md say?',
    'Does march order matter?',
    'What may break in the build?',
    'Write it in 500 words',
    'Who owns the roadmap?',
    'When did we stop using Slack?',
    'How do I spring a trap?',
    '',
  ])('is none in %j', (question) => {
    expect(asOf(question)).toBeNull();
  });

  it('is the month of every language of the table', () => {
    for (const [language, line] of Object.entries(MONTHS))
      for (const [form, month] of [...monthForms(line), ...monthForms(MONTHS_BEHIND_IN[language] ?? '-')])
        expect(asOf(`? ${form} 2024?`), `${language} ${form}`).toBe(`2024-${String(month).padStart(2, '0')}`);
  });
});

it('is on the day of the question what it is then, at any hour of any day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1975-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      (day) => {
        const read = (question: string) => readAskedTime(question, { now: day });
        const today = day.toISOString().slice(0, 10);
        expect(read('today')).toMatchObject({ from: today, asOf: today });
        expect((read('last spring')?.until ?? '') <= today).toBe(true);
        expect((read('last month')?.until ?? '') <= today).toBe(true);
        expect((read('in May')?.from ?? '') <= today).toBe(true);
        expect((read('a year ago')?.asOf ?? '') < today).toBe(true);
        expect((read('next year')?.from ?? '') > today).toBe(true);
      },
    ),
  );
});

it('reads any text without a fault, and the words that it names stand in the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'in',
      'last',
      'before',
      'the',
      '2024',
      'May',
      'Q3',
      'vor',
      'zwei',
      'Jahren',
      '年前',
      'the move',
      'ago',
      '-',
      '31',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(' ');
      const time = readAskedTime(text, { now });
      readAskedEvent(text);
      if (time === null) return;
      expect(time.start).toBeLessThan(time.end);
      expect(time.end).toBeLessThanOrEqual(text.length);
      if (time.from !== null && time.until !== null) expect(time.from < time.until).toBe(true);
      expect(sayPeriod(time.asOf)).not.toContain('undefined');
    }),
  );
});

it('reads what a question dates by', () => {
  const question = 'Who led Kestrel before the merger?';
  const event = readAskedEvent(question);
  expect(event).toMatchObject({ side: 'before', event: 'the merger', start: 16 });
  if (event === null) return;
  expect(besideEvent(event, '2024-06-03', '2024-06-04', now)).toMatchObject({
    asOf: '2024-06-02',
    until: '2024-06-03',
  });
  expect(besideEvent({ ...event, side: 'after' }, '2024-06-03', '2024-06-04', now)).toMatchObject({
    asOf: '2024-06-04/2025-11-10',
  });
  expect(readAskedEvent('Where was the office?')).toBeNull();
  for (const asked of [
    'Until when does the lease of the shed run?',
    'Since when does the pump run at 40 bar?',
    'Bis wann läuft der Mietvertrag?',
    'Do you know until when the lease runs?',
    'The lease runs until when?',
  ])
    expect(readAskedEvent(asked), asked).toBeNull();
});

it('says a period', () => {
  expect(['2025', '2025-03', '2025-03-15', '2025-03/2025-05'].map(sayPeriod)).toEqual([
    '2025',
    'March 2025',
    '15 March 2025',
    'March 2025 to May 2025',
  ]);
});

it('counts with the numbers that the reader of numbers reads', () => {
  for (const [language, { numbers }] of Object.entries(TIME_WORDS))
    for (const [i, forms] of numbers.split(' ').entries())
      for (const form of forms.split('|'))
        if (/^\p{L}+$/u.test(form))
          expect([language, form, numberOf(form) ?? i + 1]).toEqual([language, form, i + 1]);
});
