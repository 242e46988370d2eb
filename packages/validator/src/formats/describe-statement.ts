import type { Statement } from '../contract/verification-report.ts';

/** The state of a statement, in a few signs. */
export type StatementMark =
  | '✓ quoted'
  | '✓ judged'
  | '~ in part'
  | '~ not judged'
  | '… excerpt'
  | '≠ differs'
  | '≠ differs, judged (weak)'
  | '? not in it'
  | '✗ changed'
  | '✗ contradicted'
  | '✗ left out'
  | '';

/** The mark of a statement: a tick is earned by the words of the note or by a judge, and says by which. `''` for what only introduces others. */
export function markStatement(statement: Statement): StatementMark {
  const { kind, kept, status, wording, judgement, isSelfJudged } = statement;
  if (kind === 'structure') return '';
  if (status === 'fingerprint_mismatch') return '✗ changed';
  if (!kept) return judgement === 'contradicted' ? '✗ contradicted' : '✗ left out';
  if (wording === 'quoted') return '✓ quoted';
  if (judgement === 'not_told' || judgement === 'contradicted') return '? not in it';
  // Who wrote a sentence is no witness that its other words say the same.
  if (judgement === 'supported')
    return isSelfJudged === true && wording !== 'paraphrased' ? '≠ differs, judged (weak)' : '✓ judged';
  if (judgement === 'partly') return '~ in part';
  if (wording === 'altered') return '≠ differs';
  return wording === 'excerpt' ? '… excerpt' : '~ not judged';
}

/** What the note makes of the words by their form alone, where the statement does not. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['~~', 'struck out in the note'],
  ['?', 'asked as a question in the note'],
  ['>', 'in a quotation in the note'],
  ['"', 'in quotation marks in the note'],
]);

/** The places in which a statement differs from the note, each as a phrase, at most `most` of them. */
export function describeDifferences(
  { differences }: Pick<Statement, 'differences'>,
  most = 3,
): readonly string[] {
  return differences.slice(0, most).map(({ here, there }) => {
    if (here === '') return FORMS.get(there) ?? `left out here: “${there}”`;
    return there === '' ? `only here: “${here}”` : `here “${here}”, in the note “${there}”`;
  });
}
