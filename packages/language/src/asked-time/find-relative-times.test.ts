import { expect, test } from 'vitest';
import { findRelativeTimes, findTimes } from './find-times.ts';
import { nearPatternsFor } from './time-patterns.ts';
import { TIME_WORDS } from './time-words.ts';

const TODAY = 20_000;
const first = (forms: string) =>
  (forms.split(/[| ]/u)[0] ?? '').replace(/\?|\(.*?\)|\[.*?\]|_/gu, ' ').trim();

const relativeOf = (text: string) => findTimes(text, TODAY).filter(({ isRelative }) => isRelative === true);

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
        const found = relativeOf(text);
        if (found.length > 0) near++;
        if (JSON.stringify(findRelativeTimes(text, TODAY)) !== JSON.stringify(found)) overlooked.push(text);
      }
  }
  for (const text of ['昨日会った', '3年前に', '去年', '어제 만났다', '2个月前']) {
    expect(relativeOf(text)).toHaveLength(1);
    expect(findRelativeTimes(text, TODAY)).toEqual(relativeOf(text));
  }
  expect(overlooked).toEqual([]);
  expect(near).toBeGreaterThan(150);
});

test('a time inside another one is none, as among all times', () => {
  for (const text of [
    'On 3 May 2021, last spring',
    'in the last quarter of 2020',
    'before last May 2021, or today',
  ])
    expect(findRelativeTimes(text, TODAY)).toEqual(relativeOf(text));
});

test('most sentences have no such word', () => {
  expect(nearPatternsFor('The bridge was closed after the storm of 2021.')).toEqual([]);
  expect(nearPatternsFor('Patients recovered faster than those who did not.')).toEqual([]);
});
