import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('the language of a short text', () => {
  it.each([
    'Pump 412 runs at 62 bar.',
    'Zurich keeps data at rest.',
    'Total cost: 40',
    'Mara saved the end of it',
    'Save link',
  ])('is English where one word is also a small word of another language: %s', (text) => {
    expect(detectLanguage(text).language).toBe('en');
  });

  it.each([
    ['Ez volt a vége, bár nem tudta senki.', 'hu'],
    ['Also ging er nach Hause.', 'de'],
    ['Come stai oggi, e dove vai?', 'it'],
    ['Want hij is niet thuis.', 'nl'],
    ['Todo el mundo lo sabe.', 'es'],
  ])('is that of its other small words: %s', (text, language) => {
    expect(detectLanguage(text).language).toBe(language);
  });
});
