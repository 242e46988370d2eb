import type { VerificationReport } from '@memora/validator';

type Statement = VerificationReport['statements'][number];

/** What is known of a statement, in a few signs: a tick says by what it was earned. */
export function statementMark({ kept, status, wording, judgement, isSelfJudged }: Statement): string {
  if (status === 'fingerprint_mismatch') return '✗ changed';
  if (!kept) return judgement === 'contradicted' ? '✗ contradicted' : '✗ left out';
  if (wording === 'quoted') return '✓ quoted';
  if (judgement === 'not_told' || judgement === 'contradicted') return '? not in it';
  // Who wrote a sentence is no witness that its other words say the same.
  if (judgement === 'supported' && isSelfJudged === true && wording !== 'paraphrased')
    return '≠ differs, judged (weak)';
  if (judgement === 'supported') return '✓ judged';
  if (judgement === 'partly') return '~ in part';
  if (wording === 'altered') return '≠ differs';
  return wording === 'excerpt' ? '… excerpt' : '~ not judged';
}

/** The difference of a statement from the words of its note: what is here, and what is there. */
export function describeDifferences({ differences }: Statement): string[] {
  return differences.map(({ here, there }) =>
    here === ''
      ? `left out here: “${there}”`
      : there === ''
        ? `only here: “${here}”`
        : `here “${here}”, in the note “${there}”`,
  );
}
