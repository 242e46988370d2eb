import type { Statement, WordDifference } from '../contract/verification-report.ts';

/** What a mark in front of a statement says. */
export type StatementMark =
  | '✓ quoted'
  | '✓ judged'
  | '~ not judged'
  | '≠ differs'
  | '≠ differs, judged (weak)'
  | '✗ left out'
  | '';

/** The mark of a statement: a tick is earned by the words of the note or by a judge, and says by which. `''` for what only introduces others. */
export function markStatement(statement: Statement): StatementMark {
  const { kind, kept, status, wording, judgement } = statement;
  if (kind === 'structure') return '';
  if (!kept || status !== 'verified') return '✗ left out';
  if (wording === 'quoted') return '✓ quoted';
  if (judgement === 'supported') return isWeak(statement) ? '≠ differs, judged (weak)' : '✓ judged';
  return wording === 'altered' ? '≠ differs' : '~ not judged';
}

/** True where nobody but its writer found a statement supported whose words differ from the note's. */
function isWeak({ isSelfJudged, wording }: Statement): boolean {
  return isSelfJudged === true && wording !== 'paraphrased';
}

/** The places in which a statement differs from the note, each as a phrase, at most `most` of them. */
export function describeDifferences(
  { wording, differences }: Pick<Statement, 'wording' | 'differences'>,
  most = 3,
): readonly string[] {
  return differences.slice(0, most).map((difference) => describeDifference(wording, difference));
}

function describeDifference(wording: Statement['wording'], { here, there }: WordDifference): string {
  if (wording === 'excerpt') return `the note goes on “${there}”`;
  if (here === '') return `only in the note “${there}”`;
  return there === '' ? `only here “${here}”` : `here “${here}”, in the note “${there}”`;
}
