import { hasStemmer, LANGUAGES, stemWord } from '@memora/language/stems';
import { expect, it } from 'vitest';
import { ALL_STEMMERS } from './all-stemmers.ts';
import { loadStemmers } from './load-stemmers.ts';

it('loads the stemmers a question needs; without them a word is not read at all', async () => {
  expect(() => stemWord('rivieren', 'nl')).toThrow(TypeError);
  await loadStemmers(['nl', 'en', 'und', 'bg']);
  expect(stemWord('rivieren', 'nl')).toBe(ALL_STEMMERS.nl?.('rivieren'));
  expect(hasStemmer('fi')).toBe(false);
  await loadStemmers(LANGUAGES);
  for (const language of LANGUAGES) expect(hasStemmer(language), language).toBe(true);
});
