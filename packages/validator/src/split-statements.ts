import { segmentSentences, type TextRange } from '@memora/core';
import { quotationOpenAt } from './find-quotes.ts';

/** A sentence does not end inside a quotation that ends within this many code units. */
const QUOTATION_WINDOW = 400;
const SETTLED_START = /\p{L}[\s\S]{2}/u;
const WORDLIKE = /[\p{L}\p{N}]/u;
const INNER_END = /[.!?…](?=["'”’»)\]*_\s])|[。．！？｡؟۔।॥።‼⁇⁈⁉\u0e2f]/u;

/**
 * The statements of one block of running text, as ranges without surrounding space. With `final: false` the text may go on:
 * only those statements are given that no further text can change, so that any way of cutting a text gives the same ranges.
 */
export function splitStatements(text: string, final: boolean): TextRange[] {
  if (final && !endsInside(text)) return whole(text);
  const statements: TextRange[] = [];
  const sentences = segmentSentences(text);
  let start = sentences[0]?.start ?? 0;
  for (let i = 0; i < sentences.length; i++) {
    const end = (sentences[i] as TextRange).end;
    const after = sentences[i + 1];
    if (after === undefined) {
      if (final) statements.push({ start, end });
      break;
    }
    if (!final && !SETTLED_START.test(text.slice(after.start))) break;
    if (!WORDLIKE.test(text.slice(start, end)) || !WORDLIKE.test(text.slice(after.start, after.end)))
      continue;
    const window = end + QUOTATION_WINDOW;
    const closed = quotationOpenAt(text.slice(0, window), start, end);
    if (Number.isNaN(closed) && !final && text.length < window) break;
    if (closed > end) continue;
    statements.push({ start, end });
    start = after.start;
  }
  return statements;
}

/** False where the only possible end of a sentence is the end of the text. */
function endsInside(text: string): boolean {
  const at = text.search(INNER_END);
  return at !== -1 && WORDLIKE.test(text.slice(at));
}

function whole(text: string): TextRange[] {
  const start = text.search(/\S/u);
  return start === -1 ? [] : [{ start, end: text.trimEnd().length }];
}
