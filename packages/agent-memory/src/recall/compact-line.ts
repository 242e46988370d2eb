import { estimateTokens } from '@memora/language/text';

/** The tokens of a recalled line; the rest of its hundred tokens are ids and figures. */
export const MOST_TOKENS = 40;

/** A statement on one line, cut between words if it is long; `get` returns all of it. */
export function compactLine(text: string, most: number = MOST_TOKENS): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (estimateTokens(line) <= most) return line;
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(line.slice(0, middle)) <= most - 1) low = middle;
    else high = middle - 1;
  }
  const cut = line
    .slice(0, low)
    .toWellFormed()
    .replace(/\ufffd$/u, '');
  const atWord = cut.replace(/\s+\S*$/u, '');
  return `${atWord.length > cut.length / 2 ? atWord : cut}…`;
}
