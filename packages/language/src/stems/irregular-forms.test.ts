import { describe, expect, it } from 'vitest';
import { baseForm } from './irregular-forms.ts';

describe('irregular forms', () => {
  it.each([
    ['bought', 'buy'],
    ['went', 'go'],
    ['written', 'write'],
    ['children', 'child'],
    ['thoughts', 'think'],
    ['found', 'find'],
  ])('of English: %s belongs to %s', (form, base) => {
    expect(baseForm(form, 'en')).toBe(base);
  });

  it.each([
    ['ging', 'gehen'],
    ['gingen', 'gehen'],
    ['geschrieben', 'schreiben'],
    ['fanden', 'finden'],
  ])('of German: %s belongs to %s', (form, base) => {
    expect(baseForm(form, 'de')).toBe(base);
  });

  it('leave regular words alone, and those that only end like one', () => {
    // "Founded" is not a form of "find", "lives" is one of "live", and "a bit" is not a form of "bite".
    for (const word of ['founded', 'lives', 'leaves', 'bits', 'drift', 'sandwich'])
      expect(baseForm(word, 'en')).toBe(word);
    expect(baseForm('went', 'fr')).toBe('went');
  });

  it('lead to words that are no irregular forms themselves', () => {
    for (const form of ['bought', 'went', 'arose', 'mice', 'rewrote', 'overcame', 'people'])
      expect(baseForm(baseForm(form, 'en'), 'en')).toBe(baseForm(form, 'en'));
  });
});
