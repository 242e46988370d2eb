import type { TextRange } from '@memora/language/sentences';
import { blank } from '../clauses/clause-support.ts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { isUnspacedText } from '../tokens/compare-unspaced.ts';

/** More disagreements of one statement are not looked up: their tokens say enough. */
const MOST_PLACED = 50;
/** A token that stands more often has no place that could be told. */
const MOST_PLACES = 200;
const WORDLIKE = /[\p{L}\p{M}\p{N}]/u;

/** A text as a report shows it, with the ranges in it that say nothing: markers. */
export interface ShownText {
  readonly text: string;
  readonly markers: readonly TextRange[];
}

/**
 * Says where the tokens of disagreements stand in the statement as shown and in the text of a source. Ranges that they have already count
 * in `read`, the text that was compared. A token that stands nowhere as it is (`twelve` read as 12, two operands), or at several places
 * with none of them told, gets no range.
 */
export function placeDisagreements(
  disagreements: readonly TokenDisagreement[],
  read: string,
  { text, markers }: ShownText,
  source: string,
): TokenDisagreement[] {
  const shown = blank(text, markers);
  return disagreements.map((found, i) => {
    const { statement: said, evidence: known, ...rest } = found;
    if (i >= MOST_PLACED) return rest;
    const statement = placeOf(found.statementToken, shown, said, read);
    const evidence = placeOf(found.evidenceToken ?? '', source, known, source);
    return { ...rest, ...(statement && { statement }), ...(evidence && { evidence }) };
  });
}

/** Where `token` stands in `text`; of several places the one that `known` is in `read`. */
function placeOf(token: string, text: string, known: TextRange | undefined, read: string): TextRange | null {
  if (token === '') return null;
  const places = placesOf(token, text);
  let start = places.length === 1 ? places[0] : undefined;
  if (start === undefined && known !== undefined && places.length <= MOST_PLACES) {
    const before = text === read ? places : placesOf(token, read);
    if (before.length === places.length) start = places[before.indexOf(known.start)];
  }
  return start === undefined ? null : { start, end: start + token.length };
}

/** Where a token stands as whole words. */
function placesOf(token: string, text: string): number[] {
  const places: number[] = [];
  const [opens, closes] = [isBounded(token[0]), isBounded(token.at(-1))];
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    if (opens && WORDLIKE.test(text[at - 1] ?? ' ')) continue;
    if (closes && WORDLIKE.test(text[at + token.length] ?? ' ')) continue;
    if (places.push(at) > MOST_PLACES) break;
  }
  return places;
}

function isBounded(unit: string | undefined): boolean {
  return unit !== undefined && WORDLIKE.test(unit) && !isUnspacedText(unit);
}
