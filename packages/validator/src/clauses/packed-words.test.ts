import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

const EVIDENCE = 'The boiler in the cellar was cleaned by NordWärme, an end-to-end service #heating/oil.';

/** `[A]` is the marker of the evidence. */
async function clean(answer: string): Promise<string> {
  const notes = createCitedNotes({ 'a.md': EVIDENCE });
  const marker = notes.cite('a.md', EVIDENCE);
  const { cleanText } = await verifyCitations(answer.replace('[A]', marker), notes.ports);
  return cleanText.replace(marker, '[A]');
}

describe('several words in one', () => {
  it.each([
    '#EverybodyHatesIt The boiler in the cellar was cleaned [A].',
    '#everybody-hates-it The boiler in the cellar was cleaned [A].',
    '#hates-boiler The boiler in the cellar was cleaned [A].',
    'The boiler in the cellar was cleaned #neverCleaned [A].',
    'The boiler in the cellar was cleaned #poison [A].',
    'The boiler in the cellar was cleaned #BoilerWasNotCleaned [A].',
    'BoilerExplodedTwice in the cellar was cleaned [A].',
    'The boiler-exploded-yesterday in the cellar was cleaned [A].',
    'boiler.exploded.yesterday The boiler in the cellar was cleaned [A].',
    '[[EverybodyHatesIt]] The boiler in the cellar was cleaned [A].',
    '**EverybodyHatesIt:** The boiler in the cellar was cleaned [A].',
  ])('falls where the evidence has none of it: %s', async (answer) => {
    expect(await clean(answer)).toBe('');
  });

  it.each([
    ['The boiler in the cellar was cleaned [A] #neverCleaned', 'The boiler in the cellar was cleaned [A]'],
    [
      'The boiler in the cellar was cleaned (#neverCleaned) [A].',
      'The boiler in the cellar was cleaned [A].',
    ],
    [
      '## Everybody-hates-it\n\nThe boiler in the cellar was cleaned [A].',
      'The boiler in the cellar was cleaned [A].',
    ],
    [
      '## EverybodyHatesIt\n\nThe boiler in the cellar was cleaned [A].',
      'The boiler in the cellar was cleaned [A].',
    ],
  ])('is cut where the rest stands: %s', async (answer, rest) => {
    expect(await clean(answer)).toBe(rest);
  });

  it.each([
    'The boiler in the cellar was cleaned by NordWärme [A].',
    'The boiler in the cellar was cleaned by Nordwärme #heating/oil [A].',
    '#boiler The boiler in the cellar was cleaned [A].',
    '#BoilerCellar The boiler in the cellar was cleaned [A].',
    'The end-to-end service cleaned the boiler in the cellar [A].',
    '## NordWärme\n\nThe boiler in the cellar was cleaned [A].',
  ])('stands where the evidence has it: %s', async (answer) => {
    expect(await clean(answer)).toBe(answer);
  });
});
