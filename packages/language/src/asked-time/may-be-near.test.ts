import { expect, test } from 'vitest';
import { findTimes } from './find-times.ts';
import { mayBeNear } from './time-patterns.ts';
import { TIME_WORDS } from './time-words.ts';

const TODAY = 20_000;
const first = (forms: string) =>
  (forms.split(/[| ]/u)[0] ?? '').replace(/\?|\(.*?\)|\[.*?\]|_/gu, ' ').trim();

test('a look at the words overlooks no time that is told by its distance from today, in any language', () => {
  const overlooked: string[] = [];
  let near = 0;
  for (const { yesterday, today, last, next, ago, units, seasons } of Object.values(TIME_WORDS)) {
    const nouns = [...units.split(' '), ...seasons.split(' ')].map(first);
    const said = [
      first(yesterday),
      first(today),
      ...nouns.flatMap((noun) => [last, next].map((which) => `${first(which)} ${noun}`)),
      ...nouns.flatMap((noun) => [`${first(ago[0])} 3 ${noun}`, `3 ${noun} ${first(ago[1])}`]),
    ];
    for (const time of said)
      for (const text of [`We met ${time}.`, `“We” met ${time}!`, `${time}: 2021`]) {
        if (!findTimes(text, TODAY).some(({ isRelative }) => isRelative === true)) continue;
        near++;
        if (!mayBeNear(text)) overlooked.push(text);
      }
  }
  for (const text of ['昨日会った', '3年前に', '去年', '어제 만났다', '2个月前'])
    if (!mayBeNear(text)) overlooked.push(text);
  expect(overlooked).toEqual([]);
  expect(near).toBeGreaterThan(150);
});

test('most sentences have no such word', () => {
  expect(mayBeNear('The bridge was closed after the storm of 2021.')).toBe(false);
  expect(mayBeNear('Patients recovered faster than those who did not.')).toBe(false);
});
