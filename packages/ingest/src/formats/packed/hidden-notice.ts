/** The sentence for what its author hid, each kind with its count; none where nothing is hidden. */
export function hiddenNotice(counts: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`);
  return parts.length === 0 ? [] : [`Left out, as hidden: ${parts.join(', ')}.`];
}
