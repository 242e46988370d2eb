import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verify-citations.ts';

const verify = (evidence: string, write: (words: string, marker: string) => string) => {
  const notes = createCitedNotes({ 'a.md': evidence });
  const words = evidence.replace(/[.。]$/u, '');
  return verifyCitations(write(words, notes.cite('a.md', evidence)), notes.ports);
};

describe('a statement that holds its whole span and more', () => {
  it.each([
    ['a lead-in', 'The pump was sold to Anna in June.', '**The pump is loved by all engineers:** %s'],
    ['a clause in front', 'Zwei Hunde laufen durch den Wald.', 'Ein Vogel mit weißen Federn am Wald, %s'],
    ['a clause in front', 'Prefer one link for each book.', 'Use the cloud server of another company, %s'],
    ['a clause behind', 'Two white dogs run in the snow.', '%s, a small girl with white flowers smiles'],
    ['a run of words', 'Two white dogs run in the snow.', 'A dog eats three green apples %s'],
    ['other characters', '一只棕色的狗在草地上奔跑。', '一只动物正在咀嚼钥匙链, %s'],
  ])('falls with %s that shares a word with it', async (_, evidence, answer) => {
    const { cleanText } = await verify(
      evidence,
      (words, marker) => `${answer.replace('%s', words)} ${marker}.`,
    );
    expect(cleanText).toBe('');
  });

  it('falls with a cell of its row', async () => {
    const { cleanText } = await verify(
      'Two women cut lemons in the kitchen.',
      (words, marker) =>
        `| a | b |\n| --- | --- |\n| ${words} ${marker} | Two trucks race towards the camera |`,
    );
    expect(cleanText).not.toContain('trucks');
  });

  it.each([
    ['a date', 'The pump was sold in May.', '2025-03-01: %s'],
    ['a condition', 'The pump runs at night.', '%s if the tank is empty again'],
    ['a word or two', 'The pump was sold in May.', 'In short, %s'],
    ['its own words', 'Two white dogs run in the snow.', 'In the snow: %s'],
  ])('stands with %s', async (_, evidence, answer) => {
    const { checks } = await verify(evidence, (words, marker) => `${answer.replace('%s', words)} ${marker}.`);
    const [check] = checks;
    expect(check?.disagreements.map(({ kind }) => kind)).not.toContain('unrelated');
  });

  it('stands with what another citation holds', async () => {
    const notes = createCitedNotes({
      'a.md': 'Two white dogs run in the snow. Three cats sleep under the red table.',
    });
    const [one, two] = ['Two white dogs run in the snow.', 'Three cats sleep under the red table.'];
    const answer = `Two white dogs run in the snow ${notes.cite('a.md', one as string)} and three cats sleep under the red table ${notes.cite('a.md', two as string)}.`;
    expect((await verifyCitations(answer, notes.ports)).verdict).toBe('verified');
  });
});
