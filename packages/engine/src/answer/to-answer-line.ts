/**
 * Returns a span's own words on one line: without the Markdown that only positions them (list marker, check box, quote mark, heading marks, table pipes) and
 * with line breaks as spaces. Words, figures and inline Markdown stay.
 */
export function toAnswerLine(spanText: string): string {
  const line = spanText
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((each) => each.replace(/^\s*(?:>\s?)+/u, '').trim())
    .filter((each) => each !== '')
    .join(' ')
    .replace(/^(?:[-*+]|\d{1,9}[.)])\s+/u, '')
    .replace(/^\[[ xX/-]\]\s+/u, '')
    .replace(/^#{1,6}\s+/u, '')
    .trim();
  return isTableRow(line) ? toCells(line) : line.replace(/\s+/gu, ' ');
}

function isTableRow(line: string): boolean {
  return line.startsWith('|') && line.endsWith('|') && line.length > 1;
}

function toCells(row: string): string {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .flatMap((cell) => cell.split(/<br\s*\/?>/iu))
    .map((cell) => cell.trim().replace(/\s+/gu, ' '))
    .filter((cell) => cell !== '')
    .join(' · ');
}
