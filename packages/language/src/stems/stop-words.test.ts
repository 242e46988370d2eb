import { expect, it } from 'vitest';
import { readStopWords } from '../../scripts/read-stop-words.ts';
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
