import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../stems/languages.ts';
import { MONTHS, SHORT_MONTHS } from './all-months.ts';
import { readDateMentions } from './date-mentions.ts';
import { dateTerms } from './date-terms.ts';
import { findDate } from './find-dates.ts';
import { monthForms } from './months.ts';

const TABLE = Object.entries(MONTHS);

it('knows the months of every language that has a stemmer', () => {
  for (const language of LANGUAGES) expect(Object.keys(MONTHS)).toContain(language);
});

it('gives no name to two months, and holds nothing that a pattern would read', () => {
  const months = new Map<string, number>();
  for (const [form, month] of [...TABLE.map(([, line]) => line), SHORT_MONTHS['de'] ?? ''].flatMap(
    monthForms,
  )) {
    expect(months.get(form) ?? month, form).toBe(month);
    expect(form).toMatch(/^[\p{L}\p{M}]+$/u);
    months.set(form, month);
  }
});

describe.each(TABLE)('the months of %s', (language, line) => {
  it('are twelve', () => {
    expect(new Set(monthForms(line).map(([, month]) => month)).size).toBe(12);
    expect(line.split(' ')).toHaveLength(12);
  });

  it('hold what the locale data of Unicode give for a month alone and beside a day', () => {
    const known = new Map(monthForms(line).map((form) => form));
    for (let month = 1; month <= 12; month++) {
      const date = Date.UTC(2024, month - 1, 1);
      const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(date);
      const beside = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' })
        .formatToParts(date)
        .find(({ type }) => type === 'month')?.value;
      for (const name of [alone, beside ?? '']) expect(known.get(name.toLowerCase())).toBe(month);
    }
  });

  it('are read in dates: when a claim holds, what contradicts, what a question finds', () => {
    for (const [form, month] of monthForms(line)) {
      const text = `17. ${form} 2024`;
      const iso = `2024-${String(month).padStart(2, '0')}-17`;
      expect(findDate(text), text).toMatchObject({ validFrom: iso, precision: 'day' });
      expect(readDateMentions(text), text).toMatchObject([{ from: Date.parse(iso) }]);
      expect(dateTerms(text), text).toContain(iso);
    }
  });
});

it.each([
  ['03/25/2025', '2025-03-25'],
  ['25/03/2025', '2025-03-25'],
  ['3/3/2025', '2025-03-03'],
  ['2025. március 4.', '2025-03-04'],
  ['2025 m. kovo 4 d.', '2025-03-04'],
  ['2025년 3월 4일', '2025-03-04'],
  ['1º de maio de 2025', '2025-05-01'],
])('reads %s', (text, date) => {
  expect(findDate(text)?.validFrom).toBe(date);
});

it.each([
  '03/04/2025',
  'the MacBook Pro 2024',
  'set 2024 as the goal',
  'https://a.example/8163-08',
  'today',
  'in 3 days',
])('reads no day or month in %s', (text) => {
  expect(findDate(text)?.validFrom ?? null).toBeNull();
  expect(readDateMentions(text)).toEqual([]);
});
