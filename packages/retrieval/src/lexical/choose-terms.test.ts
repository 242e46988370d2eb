import { describe, expect, it } from 'vitest';
import type { Question, QuestionTerm } from '../question/question.ts';
import { chooseTerms } from './choose-terms.ts';

const BUDGET = 10_000;

describe('words that find candidates', () => {
  it('are asked for all alike where nothing is left out', () => {
    const plan = chooseTerms(questionOf({ fauna: 100, industry: 3_000 }), 300_000, BUDGET);
    expect(plan).toMatchObject({ anyOf: ['fauna', 'industry'], together: [], rarest: null, cut: false });
  });

  it('are the rarest by themselves in a large vault, where words together find enough', () => {
    const question = questionOf({ new: 30_000, fauna: 100, industry: 3_000, include: 29_000 });
    expect(chooseTerms(question, 300_000, BUDGET)).toMatchObject({
      anyOf: ['fauna', 'industry'],
      rarest: ['fauna'],
      cut: true,
    });
    expect(chooseTerms(question, 150_000, BUDGET)).toMatchObject({ rarest: null, cut: true });
  });

  it('are none by themselves beside pairs where none is rare', () => {
    const { anyOf, rarest, together } = chooseTerms(
      questionOf({ group: 24_000, second: 12_000, assess: 11_000 }),
      300_000,
      BUDGET,
    );
    expect([anyOf, rarest]).toEqual([[], []]);
    expect(together).toEqual([
      { first: ['assess'], others: ['second', 'group'] },
      { first: ['second'], others: ['group'] },
    ]);
  });
});

/** Words, and the passages that contain them. */
function questionOf(documentsByWord: Readonly<Record<string, number>>): Question {
  const terms = Object.entries(documentsByWord).map(
    ([word, documents]): QuestionTerm => ({
      word,
      kind: 'part',
      variants: [{ term: word, weight: 1, typo: false }],
      stop: false,
      documents,
    }),
  );
  return { terms, phrases: [] };
}
