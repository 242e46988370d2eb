import { WORDLIKE } from '../statements/wordlike.ts';

/**
 * A quick look that decides most clauses: more than half of their longer words stand in a span as they are. ASCII alone, and none of the
 * short words that may be function words.
 */
export function isPlainlyKnown(clause: string, spans: readonly string[]): boolean {
  if (/[^\x20-\x7e]/.test(clause)) return false;
  let words = 0;
  let known = 0;
  for (const word of clause.match(/[A-Za-z0-9]{4,}/g) ?? []) {
    words++;
    if (spans.some((span) => hasWord(span, word))) known++;
  }
  return known * 2 > words;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!WORDLIKE.test(text[at - 1] ?? ' ')) return true;
  }
  return false;
}
