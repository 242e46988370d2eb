import { expect, it } from 'vitest';
import { readStopWords } from '../../scripts/read-stop-words.ts';
import { foldWord } from '../text/fold-word.ts';
import { LANGUAGES, stopWords } from './languages.ts';
import { STOP_WORDS } from './stop-words.ts';

it('holds what the package of stop words gives now', async () => {
  expect(STOP_WORDS).toEqual(await readStopWords());
});

it('has words of every language', () => {
  for (const language of LANGUAGES) expect(stopWords(language).size, language).toBeGreaterThan(25);
  expect(stopWords('en').has('the')).toBe(true);
  expect(stopWords('und').size).toBe(0);
});

it('counts articles, quantities and question words, which say nothing of what is asked for', () => {
  for (const word of ['a', 'many', 'much', 'every']) expect(stopWords('en').has(word), word).toBe(true);
  expect(stopWords('fr').has('combien')).toBe(true);
  expect(stopWords('uk').has('не')).toBe(true);
  // Some words end in a different letter than in the list. Folding makes them equal.
  expect(stopWords('el').has(foldWord('της'))).toBe(true);
});

it('keeps as content what only a missing apostrophe makes a stop word', () => {
  for (const word of ['shell', 'id', 'won', 'shed']) expect(stopWords('en').has(word), word).toBe(false);
  expect(stopWords('en').has("she'll")).toBe(true);
});
