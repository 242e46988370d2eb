import type { Answer } from '@memora/engine';
import { expect, it } from 'vitest';
import { describeMark, markOf } from './describe-mark.ts';

type Statement = Answer['report']['statements'][number];

const statement = (of: Partial<Statement>) =>
  ({
    ...{ kind: 'claim', kept: true, status: 'verified', wording: 'paraphrased', judgement: 'not_judged' },
    ...of,
  }) as Statement;

it('gives the mark that the terminal prints', () => {
  expect(markOf(statement({ wording: 'altered' }))).toBe('differs');
  expect(markOf(statement({ wording: 'altered', judgement: 'supported' }))).toBe('judged');
  const self = { wording: 'altered', judgement: 'supported', isSelfJudged: true } as const;
  expect(markOf(statement(self))).toBe('weak');
  expect(markOf(statement({ wording: 'altered', judgement: 'partly' }))).toBe('partly');
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
