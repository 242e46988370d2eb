import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { replacesOneWord } from './replaces-one-word.ts';

const evidence = 'The tank and the pump have different plans, unusual yet important rules and steel gates.';

describe('one word in the place of one', () => {
  it.each([
    'The tank and the pump have distinct plans, unusual yet important rules and steel gates.',
    'The tank and the pump have different plans, unusual yet significant rules and steel gates.',
    'The tank and the pump have different plans, unusual yet important rules and steel doors.',
    'Each tank and the pump have different plans, unusual yet important rules and steel gates.',
    'the pump have distinct plans, unusual yet important rules',
  ])('is the evidence but for it: %s', (statement) => {
    expect(replacesOneWord(statement, [evidence])).toBe(true);
  });

  it.each([
    'The tank and the pump have very different plans, unusual yet important rules and steel gates.',
    'The tank and the pump have different plans, unusual yet important rules and steel gates everywhere.',
    'The tank and the pump have plans, unusual yet important rules and steel gates.',
    'The tank and the pump have distinct plans, unusual yet significant rules and steel gates.',
    'The pump and the pump have distinct plans.',
    'It rains and the tank and the pump have different plans.',
    'The tank and the pump have different plans (sold), unusual yet important rules and steel gates.',
    'have different ideas',
  ])('is no more than that: %s', (statement) => {
    expect(replacesOneWord(statement, [evidence])).toBe(false);
  });

  it.each([
    [
      'a synonym in a joined piece',
      evidence,
      'The tank and the pump have different plans, unusual yet significant rules and steel gates',
    ],
    [
      'a synonym in front',
      'In this study we count the steel gates of the old harbour.',
      'In this investigation we count the steel gates of the old harbour',
    ],
    [
      'another word for the subject',
      'It was a film made by the Dutch harbour in winter.',
      'It was a movie made by the Dutch harbour in winter',
    ],
  ])('stands with %s', async (_, source, statement) => {
    const notes = createCitedNotes({ 'a.md': source });
    expect((await verifyCitations(`${statement} ${notes.cite('a.md', source)}.`, notes.ports)).verdict).toBe(
      'verified',
    );
  });

  it('does not stand behind the marker', async () => {
    const source = 'The pump of the tank runs at night quietly.';
    const notes = createCitedNotes({ 'a.md': source });
    const answer = `The pump of the tank runs at night ${notes.cite('a.md', source)} sucks.`;
    expect((await verifyCitations(answer, notes.ports)).cleanText).not.toContain('sucks');
  });
});
