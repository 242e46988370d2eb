import { expect, it } from 'vitest';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { analyseQuestion } from './analyse-question.ts';

const counts = new Map([
  ['rate', 40],
  ['rat', 3],
  ['ratones', 0],
  ['raton', 2],
]);
const vocabulary = {
  languages: ['en', 'es'],
  documentsWith: (term: string) => counts.get(term) ?? 0,
  termsWithPrefix: () => [],
};
const termsOf = (question: string, word: string, scarce?: ReadonlySet<string>) =>
  analyseQuestion(question, vocabulary, scarce)
    .terms.find((term) => term.word === word)
    ?.variants.map(({ term, weight }) => [term, weight] as const);

it('counts stems of a language that hardly stands in the index for less, where its own knows the word', async () => {
  await loadStemmers(['en', 'es']);
  const question = 'What were the rates of interest in the last year?';
  expect(termsOf(question, 'rates')).toEqual([
    ['rate', 1],
    ['rat', 1],
  ]);
  expect(termsOf(question, 'rates', new Set(['es']))).toEqual([
    ['rate', 1],
    ['rat', 0.7],
  ]);
});

it('looks as much in every language for a word that its own does not know', async () => {
  await loadStemmers(['en', 'es']);
  const question = 'What did we write about the ratones in the cellar?';
  expect(termsOf(question, 'ratones', new Set(['es']))).toContainEqual(['raton', 1]);
});

it.each([
  ['exprot', 'export', 0.7, 'two letters swapped'],
  ['wrod', 'word', 0.7, 'two letters of a short word swapped'],
  ['conver', 'convert', 0.7, 'a letter left out'],
  ['anchorr', 'anchor', 0.4, 'a letter more at the end: another word'],
  ['larder', 'ladder', 0.4, 'another letter'],
])('looks for %s as %s by %d: %s', async (written, meant, weight) => {
  await loadStemmers(['en']);
  const known = {
    languages: ['en' as const],
    documentsWith: (term: string) => (term === meant ? 9 : 0),
    termsWithPrefix: (prefix: string) => (meant.startsWith(prefix) ? [meant] : []),
  };
  const [term] = analyseQuestion(`${written} of the ship`, known).terms;
  expect(term?.variants.find(({ typo }) => typo)).toMatchObject({ term: meant, weight });
});
