import type { Answer } from '@memora/engine';
import { expect, it } from 'vitest';
import { describeReasons } from './describe-reasons.ts';

type Statement = Answer['report']['statements'][number];

const left = (of: Partial<Statement>) =>
  ({ kind: 'claim', kept: false, status: 'verified', judgement: 'not_judged', ...of }) as Statement;

it('counts what was left out by its reason', () => {
  const statements = [
    left({ status: 'quote_mismatch' }),
    left({ status: 'quote_mismatch' }),
    left({ judgement: 'contradicted' }),
    left({ kept: true }),
    left({ kind: 'structure' }),
  ];
  expect(describeReasons(['statements_stripped'], statements)).toBe(
    '3 statements were left out: 2 with a quotation that is not in the note, 1 that the judge finds contradicted',
  );
  expect(describeReasons(['statements_stripped'], [left({ status: 'uncited' })])).toBe(
    'a statement was left out: 1 without a citation',
  );
});
