import { expect, it } from 'vitest';
import '../scripts-at-once.ts';
import { MONTHS } from './all-months.ts';
import { readWeekdays } from './read-weekdays.ts';

/** Names that are also everyday words: Sunday and market, week, months, ordinals. */
const LEFT_OUT: Readonly<Record<string, readonly number[]>> = {
  bg: [7],
  el: [1, 2, 3, 4],
  id: [7],
  ro: [1],
  tr: [7],
};

it.each([...Object.keys(MONTHS), 'ca', 'et', 'fa', 'hr', 'ja', 'ko', 'lv', 'ms', 'sk', 'sr', 'zh'])(
  'reads the days of %s as the locale data of Unicode name them',
  (language) => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    for (let day = 1; day <= 7; day++) {
      // 1 January 2024 was a Monday.
      const name = format.format(Date.UTC(2024, 0, day));
      const read = readWeekdays(`x, ${name}.`);
      expect([name, read.map((token) => token.day)]).toEqual([
        name,
        LEFT_OUT[language]?.includes(day) ? [] : [day],
      ]);
      if (read[0] !== undefined) expect(name.startsWith(read[0].text)).toBe(true);
    }
  },
);

it.each([
  ['Mondays and Sonntagen', [1, 7]],
  ['Monday-Friday', [1, 5]],
  ['segunda-feira', [1]],
  ['월요일에 열어요', [1]],
  ['周三和星期天', [3, 7]],
  ['月曜日', [1]],
  ['в пʼятницю, у п’ятницю', [5, 5]],
  ['Sundays are market days: pazar', [7]],
  ['someday, Mondayish, holiday', []],
])('%j names %j', (text, days) => {
  expect(readWeekdays(text).map(({ day }) => day)).toEqual(days);
});
