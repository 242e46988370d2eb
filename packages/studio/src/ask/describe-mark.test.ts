import type { Answer } from '@memora/engine';
import { expect, it } from 'vitest';
import { describeMark, markOf } from './describe-mark.ts';

type Statement = Answer['report']['statements'][number];

const statement = (of: Partial<Statement>) =>
  ({ wording: 'paraphrased', judgement: 'not_judged', ...of }) as Statement;

it('gives no tick to words that differ from the note, though a judge supports them', () => {
  expect(markOf(statement({ wording: 'altered', judgement: 'supported' }))).toBe('differs');
  expect(markOf(statement({ wording: 'paraphrased', judgement: 'supported' }))).toBe('judged');
  expect(markOf(statement({ wording: 'quoted', judgement: 'contradicted' }))).toBe('quoted');
});

it('tells a sentence of which a part follows from one that nobody judged', () => {
  const half = statement({ judgement: 'partly', judgedBy: 'little-model' });
  expect(markOf(half)).toBe('partly');
  expect(describeMark('partly', half)).toBe(
    'Read by little-model: the passage supports a part of the sentence.',
  );
  expect(markOf(statement({}))).toBe('unjudged');
});
