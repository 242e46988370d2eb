import { estimateTokens } from '@memora/language/text';

/** What a line of a recall may cost a model; the rest of a hundred tokens are its ids and figures. */
export const MOST_TOKENS = 40;

/** A statement on one line, cut between words where it is long: the whole of it is a `get` away. */
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
