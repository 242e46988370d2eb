import { expect, it } from 'vitest';
import type { Statement } from '../contract/verification-report.ts';
import { describeDifferences, markStatement } from './describe-statement.ts';

const mark = (of: Partial<Statement>) =>
  markStatement({ kept: true, status: 'verified', judgement: 'not_judged', ...of } as Statement);

it('shows what a judge found before how the words differ', () => {
  expect(mark({ wording: 'altered' })).toBe('≠ differs');
  expect(mark({ wording: 'altered', judgement: 'supported' })).toBe('✓ judged');
  expect(mark({ wording: 'altered', judgement: 'partly' })).toBe('~ in part');
  expect(mark({ wording: 'altered', judgement: 'supported', isSelfJudged: true })).toBe(
    '≠ differs, judged (weak)',
  );
  expect(mark({ wording: 'altered', judgement: 'not_told' })).toBe('? not in it');
  expect(mark({ wording: 'quoted', judgement: 'not_told' })).toBe('✓ quoted');
});

it('says what the note makes of the words', async () => {
  const differences = ['~~', '?', '>', '"', 'not'].map((there) => ({ here: '', there }));
  expect(describeDifferences({ differences }, 9)).toEqual([
    'struck out in the note',
    'asked as a question in the note',
    'in a quotation in the note',
    'in quotation marks in the note',
    'left out here: “not”',
  ]);
});
