/** What an extractor returned and was not believed, in a sentence; null where nothing was. */
export function describeRefused(refused: Readonly<Record<string, number>>): string | null {
  const reasons = Object.entries(refused).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const parts = reasons.map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`);
  return `Refused, because the note does not say so: ${total} of what the model returned (${parts.join(', ')}).`;
}
