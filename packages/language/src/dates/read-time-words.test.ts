import { expect, it } from 'vitest';
import { readTimeWords } from './read-time-words.ts';

it('knows years and, beside a year, months in the languages that are stemmed', () => {
  const time = (text: string) => {
    const words = text.split(' ');
    return words.filter((_, i) => readTimeWords(words)[i]);
  };
  expect(time('who led the team between jan 2005 and oktober 2006')).toEqual([
    'jan',
    '2005',
    'oktober',
    '2006',
  ]);
  expect(time('may the march begin')).toEqual([]);
  expect(time('p53 in 3000 cells')).toEqual([]);
});
