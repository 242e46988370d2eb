import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

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
    [
      'a lead-in of two words',
      'Ein Mann spricht mit Frauen am Strand.',
      '**Ein Mann auf einem Motorrad mit Helm:** %s',
    ],
    [
      'a condition and more',
      'Two white dogs run in the snow.',
      'If it snows, three dogs hunt green cats, %s',
    ],
    [
      'a condition and more',
      'Nous préférons un lien.',
      "Si le lien est rouge, indiquez l'auteur avec la date %s",
    ],
    [
      'a condition in a lead-in',
      'Two white dogs run.',
      '**If a dog hunts green cats, all white dogs hide:** %s',
    ],
    [
      'words before its brackets',
      'The pump (see the plan) was sold.',
      'The pump broke both arms in the plan %s',
    ],
    ['a lead-in before its brackets', 'Anna sold the pump (for scrap).', '**The pump broke two arms:** %s'],
  ])('falls with %s that shares a word with it', async (_, evidence, answer) => {
    const { cleanText } = await verify(
      evidence,
      (words, marker) => `${answer.replace('%s', words)} ${marker}.`,
    );
    expect(cleanText).toBe('');
  });

  it.each([
    [
      'Zwei schwarze Hunde, ein Mann mit Mütze und Jacke geht vorbei, spielen auf einer Wiese',
      'Zwei schwarze Hunde spielen auf einer Wiese.',
    ],
    ['The red pump – two engineers hate the pump – runs at night', 'The red pump runs at night.'],
  ])('falls with what is put into the span: %s', async (statement, evidence) => {
    const { cleanText } = await verify(evidence, (_, marker) => `${statement} ${marker}.`);
    expect(cleanText).toBe('');
  });

  it('loses a clause behind the marker that shares words with the span', async () => {
    const { cleanText } = await verify(
      'Молодая блондинка в велосипедном шлеме.',
      (words, marker) => `${words} ${marker} и молодая девушка в велосипедном шлеме с попугаем на руке.`,
    );
    expect(cleanText).not.toContain('попугаем');
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
    ['where it is from', 'La pompe rouge marche la nuit.', "D'après tes documents, %s"],
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

  it.each([' and %s', ', %s', '; %s', ' – %s', ' but %s', ' ==%s=='])(
    'falls where it shortens its span and adds a clause of other words: %s',
    async (joined) => {
      const evidence = 'The kiln behind the workshop burns bricks at 900 degrees since the repair in March.';
      for (const rider of [
        'everybody is dead',
        'the owner launders money',
        'it is poisonous',
        'thieves sold three cats',
      ]) {
        const { cleanText } = await verify(
          evidence,
          (_, marker) => `The kiln burns bricks${joined.replace('%s', rider)} ${marker}.`,
        );
        expect(cleanText).toBe('');
      }
    },
  );

  it.each([
    'The kiln burns bricks (everybody cheated during )exams) [A].',
    'The kiln burns (bricks since March, the owner cheated exams) [A].',
    '[The kiln burns bricks](https://example.com/a "Everybody cheated during )exams)") [A].',
  ])('loses nothing by halves: %s', async (answer) => {
    const { cleanText } = await verify('The kiln burns bricks.', (_, marker) =>
      answer.replace('[A]', marker),
    );
    expect(cleanText).not.toContain('exams');
  });

  it('falls with a cell of its row that says something else, however short it is', async () => {
    const { cleanText } = await verify(
      '男がCDを掃除している。',
      (words, marker) =>
        `| a | b |\n| --- | --- |\n| ${words} ${marker} | 男がジャガイモをスライスしている |`,
    );
    expect(cleanText).toBe('');
  });

  it('stands with a condition that says less', async () => {
    for (const answer of ['%s if it is cold', '%s if the hunters are gone']) {
      const { verdict } = await verify(
        'Two white dogs run in the snow.',
        (words, marker) => `${answer.replace('%s', words)} ${marker}.`,
      );
      expect(verdict).toBe('verified');
    }
  });
});
