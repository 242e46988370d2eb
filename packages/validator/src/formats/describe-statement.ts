import type { Statement } from '../contract/verification-report.ts';

/** The state of a statement as a short mark. */
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

/**
 * The mark of a statement. A check mark means that its words are the note's, or that a judge supports it, and
 * shows which. `''` for a unit that only introduces others.
 */
export function markStatement(statement: Statement): StatementMark {
  const { kind, kept, status, wording, judgement, isSelfJudged } = statement;
  if (kind === 'structure') return '';
  if (status === 'fingerprint_mismatch') return '✗ changed';
  if (!kept) return judgement === 'contradicted' ? '✗ contradicted' : '✗ left out';
  if (wording === 'quoted') return '✓ quoted';
  if (judgement === 'not_told' || judgement === 'contradicted') return '? not in it';
  // The author of a sentence does not confirm the rest of its words.
  if (judgement === 'supported')
    return isSelfJudged === true && wording !== 'paraphrased' ? '≠ differs, judged (weak)' : '✓ judged';
  if (judgement === 'partly') return '~ in part';
  if (wording === 'altered') return '≠ differs';
  return wording === 'excerpt' ? '… excerpt' : '~ not judged';
}

/** The form that the note gives the words, such as a question or a task, if the statement does not. */
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
