/** A Markdown table. Cells hold Markdown of one line. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(head.length, ...rows.map(({ length }) => length));
  const lines = [head, Array.from({ length: width }, () => '---'), ...rows].map((row) => {
    const cells = Array.from({ length: width }, (_, i) => cellOf(row[i] ?? ''));
    return `| ${cells.join(' | ')} |`;
  });
  return lines.join('\n');
}

function cellOf(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim();
}
