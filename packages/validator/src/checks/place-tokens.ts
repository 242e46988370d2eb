import type { TextRange } from '@memora/language/sentences';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';

/** A letter, mark or digit. A token that begins or ends inside a word does not count. */
const WORDLIKE = /[\p{L}\p{M}\p{N}]/u;

/** Locates the tokens of disagreements in the shown statement and in the text of a source. A token that is missing or ambiguous gets no range. */
export function placeTokens(
  disagreements: readonly TokenDisagreement[],
  statement: string,
  source: string,
): readonly TokenDisagreement[] {
  return disagreements.map((found) => {
    const here = placeOf(found.statementToken, statement);
    const there = placeOf(found.evidenceToken ?? '', source);
    return { ...found, ...(here && { statement: here }), ...(there && { evidence: there }) };
  });
}

function placeOf(token: string, text: string): TextRange | null {
  if (token === '') return null;
  let place: TextRange | null = null;
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    const end = at + token.length;
    if (isInside(text, at) || isInside(text, end)) continue;
    if (place !== null) return null;
    place = { start: at, end };
  }
  return place;
}

/** True between two letters or digits. */
function isInside(text: string, at: number): boolean {
  return WORDLIKE.test(text[at - 1] ?? '') && WORDLIKE.test(text[at] ?? '');
}
