/** Why a record was refused, in words. */
export function sayRefusal(reason: string): string {
  switch (reason) {
    case 'quote_absent':
      return 'its quote is not in the note, word for word';
    case 'quote_ambiguous':
      return 'its quote is in several places in the note';
    case 'subject_absent':
      return 'its subject is not in the text that the model saw';
    case 'figure_absent':
      return 'a number of its object is not in the passage';
    case 'date_absent':
      return 'the passage gives no such date, and none follows from it';
    case 'too_many':
      return 'the reply was cut off';
    default:
      return reason.replaceAll('_', ' ');
  }
}

/** The records of an extractor that were refused, in a sentence; null if there are none. */
export function describeRefused(refused: Readonly<Record<string, number>>): string | null {
  const reasons = Object.entries(refused).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const parts = reasons.map(([reason, count]) => `${count}: ${sayRefusal(reason)}`);
  return `Refused ${total} of the records that the model returned (${parts.join('; ')}). \`memora claims refused\` lists them.`;
}
