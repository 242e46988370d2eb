import { segmentSentences, type TextRange } from '@memora/core';
import { quotationOpenAt } from './find-quotes.ts';

/** A sentence does not end inside a quotation that ends within this many code units. */
const QUOTATION_WINDOW = 400;
const SETTLED_START = /\p{L}[\s\S]{2}/u;
const WORDLIKE = /[\p{L}\p{N}]/u;
/** Whatever may end a sentence: a stop between digits or before a small letter can't. */
const INNER_END = /(?!\.)\p{STerm}|[…\u0e2f\n]|\.(?![\p{Ll}\p{N}])/u;

/**
 * The statements of one block of running text, as ranges without surrounding space. A line break in `text` is one at which a
 * statement may end; others come as spaces. With `final: false` the text may go on: only those statements are given that no
 * further text can change, so that any way of cutting a text gives the same ranges.
 */
export function splitStatements(text: string, final: boolean): TextRange[] {
  if (final && !endsInside(text)) return whole(text);
  const statements: TextRange[] = [];
  const pieces = cutAtBreaks(text, segmentAlike(text));
  let start = pieces[0]?.start ?? 0;
  for (let i = 0; i < pieces.length; i++) {
    const { end, line } = pieces[i] as Piece;
    const after = pieces[i + 1];
    if (after === undefined) {
      if (final) statements.push({ start, end });
      break;
    }
    if (!final && !SETTLED_START.test(text.slice(after.start))) break;
    if (!WORDLIKE.test(text.slice(start, end)) || !WORDLIKE.test(text.slice(after.start, after.end)))
      continue;
    if (line && !isWholeLine(text.slice(start, end))) continue;
    const window = end + QUOTATION_WINDOW;
    const closed = quotationOpenAt(text.slice(0, window), start, end);
    if (Number.isNaN(closed) && !final && text.length < window) break;
    if (closed > end) continue;
    statements.push({ start, end });
    start = after.start;
  }
  return statements;
}

/**
 * Sentences, found in the same way in any stretch of a text: `segmentSentences` takes a shorter way where no stop stands inside,
 * which would make the tail of a text split otherwise than the text. The end added here keeps it on the long one.
 */
function segmentAlike(text: string): TextRange[] {
  return segmentSentences(`${text}\n。X`).flatMap(({ start, end }) => {
    const to = Math.min(end, text.trimEnd().length);
    return start < to ? [{ start, end: to }] : [];
  });
}

/** A piece of text behind which a statement may end; `line` where only a line break says so. */
interface Piece extends TextRange {
  readonly line: boolean;
}

function cutAtBreaks(text: string, sentences: readonly TextRange[]): Piece[] {
  if (!text.includes('\n')) return sentences.map(({ start, end }) => ({ start, end, line: false }));
  return sentences.flatMap(({ start, end }) => {
    const pieces: Piece[] = [];
    let from = start;
    for (const line of text.slice(start, end).split('\n')) {
      const to = from + line.length;
      const lead = line.length - line.trimStart().length;
      const tail = line.length - line.trimEnd().length;
      if (lead < line.length) pieces.push({ start: from + lead, end: to - tail, line: to < end });
      from = to + 1;
    }
    return pieces;
  });
}

const LONGEST_LINE = 60;
const GOES_ON = new Set(
  (
    'a an the this that these those of in on at to for from by with and or but nor as is are was were be been has have had ' +
    'which who than into over under about not no its their his her my your our if when because der die das den dem des ein eine ' +
    'einen einem einer im am an auf aus bei mit nach von vor zu zum zur und oder als für über le la les un une de du à au aux ' +
    'et ou en dans pour par sur avec el los las una del y o para por con'
  ).split(' '),
);

/** True where a statement up to a line break can be meant as a whole: several words, too short to be wrapped, and not cut off. */
function isWholeLine(statement: string): boolean {
  const words = statement.slice(statement.search(WORDLIKE)).trim().split(/\s+/u);
  const length = words.reduce((sum, word) => sum + word.length + 1, 0);
  if (words.length < 2 || length > LONGEST_LINE) return false;
  return !GOES_ON.has((words.at(-1) as string).toLowerCase());
}

/** False where the only possible end of a statement is the end of the text. */
function endsInside(text: string): boolean {
  const at = text.search(INNER_END);
  return at !== -1 && WORDLIKE.test(text.slice(at));
}

function whole(text: string): TextRange[] {
  const start = text.search(/\S/u);
  return start === -1 ? [] : [{ start, end: text.trimEnd().length }];
}
