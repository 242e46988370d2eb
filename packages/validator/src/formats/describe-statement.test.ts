import { expect, it } from 'vitest';
import type { Statement } from '../contract/verification-report.ts';
import { markStatement } from './describe-statement.ts';

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
