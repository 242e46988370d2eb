import { INNER_WORDS, segmentSentences, type TextRange } from '@memora/language/sentences';
import { findInline } from './find-inline.ts';
import { quotationOpenAt } from './find-quotes.ts';
import { WORDLIKE } from './wordlike.ts';

/** A sentence does not end inside a quotation that ends within this many code units. */
const QUOTATION_WINDOW = 400;
const STOPPED = /(?:[.!?…‥]|\p{STerm})["'”’»)\]*_~」』）】]*(?:<\/\w+>)*$/u;
const CLOSING_MARKS = /^["'”’»)\]*_~」』）】]+$/u;
/** The length of following text after which no more text changes the end: a complete or long word. */
const SETTLED_START = /\p{L}(?:[\p{L}\p{M}]{14}|[\p{L}\p{M}]*[^\p{L}\p{M}][\s\S]{2})/u;
/** Anything that may end a sentence. A stop between digits or letters can't. */
const INNER_END = /(?!\.)\p{STerm}|[…‥;；؛\u0e2f\r\n]|\p{Emoji_Presentation}|\ufe0f|\.(?![\p{Ll}\p{N}])/u;
/** Marks that close a statement right after a marker, whatever follows. */
const CLOSES_MARKED = /^[^\S\n]*(?:[.!?…‥;；؛]|\p{STerm})+["'”’»)\]*_~」』）】]*/u;

/**
 * The statements of one block of running text, as ranges without surrounding space. In `text`, a line feed
 * may end a statement and a carriage return does; other line breaks and markers are spaces. Marker ranges
 * count from the position where `from` is 0. No statement ends inside code, a link, emphasis or HTML. With
 * `final: false` more text may follow. Then only statements that no further text can change are returned, so
 * that the result does not depend on how a text was divided.
 */
export function splitStatements(
  text: string,
  final: boolean,
  markers: readonly TextRange[],
  from: number,
): TextRange[] {
  if (final && !endsInside(text)) return whole(text);
  const statements: TextRange[] = [];
  const { ranges, open } = findInline(text);
  const pieces = cutIntoPieces(
    text,
    markers.map(({ end }) => end - from),
  );
  let inside = 0;
  let start = pieces[0]?.start ?? 0;
  for (let i = 0; i < pieces.length; i++) {
    let { end } = pieces[i] as Piece;
    const after = pieces[i + 1];
    if (after === undefined) {
      if (final) statements.push({ start, end });
      break;
    }
    let next = after.start;
    if (!final && (end > open || !SETTLED_START.test(text.slice(next)))) break;
    while (inside < ranges.length && (ranges[inside] as TextRange).end <= end) inside++;
    const around = ranges.slice(inside, inside + 9).filter((range) => range.start < end && range.end > end);
    if (around.length > 0) {
      // 「**熱い。**氷」: the marks after the full stop close the text before it.
      end = Math.max(...around.map((range) => range.end));
      if (!CLOSING_MARKS.test(text.slice((pieces[i] as Piece).end, end))) continue;
      next = end + text.slice(end).search(/\S|$/u);
    }
    if (!WORDLIKE.test(text.slice(start, end)) || !WORDLIKE.test(text.slice(next, after.end))) continue;
    if ((pieces[i] as Piece).line && !isWholeLine(text.slice(start, end))) continue;
    const window = end + QUOTATION_WINDOW;
    const closed = quotationOpenAt(text.slice(0, window), start, end);
    if (Number.isNaN(closed) && !final && text.length < window) break;
    if (closed > end) continue;
    statements.push({ start, end });
    start = next;
  }
  return statements;
}

/** A piece of text after which a statement may end; `line` if only a line break says so. */
interface Piece extends TextRange {
  readonly line: boolean;
}

/** Pieces are found in each line separately, so that they do not depend on earlier lines. */
function cutIntoPieces(block: string, markerEnds: readonly number[]): Piece[] {
  // The exclamation mark of an image does not end a statement.
  const text = block.replaceAll('![', '[[');
  const cuts = markerEnds.flatMap((end) => {
    const mark = CLOSES_MARKED.exec(text.slice(end, end + 40))?.[0];
    return mark === undefined ? [] : [end + mark.length];
  });
  for (const { index } of text.matchAll(/[\r\n]/gu)) cuts.push(index + 1);
  cuts.sort((a, b) => a - b).push(text.length);
  const pieces: Piece[] = [];
  let from = 0;
  for (const to of cuts) {
    if (to <= from) continue;
    const sentences = segmentSentences(text.slice(from, to), { bias: 'split' });
    sentences.forEach(({ start, end }, i) => {
      const isLast = i === sentences.length - 1 && text[to - 1] === '\n';
      const line = isLast && !STOPPED.test(text.slice(from + start, from + end));
      pieces.push({ start: from + start, end: from + end, line });
    });
    from = to;
  }
  return pieces;
}

const LONGEST_LINE = 60;
/**
 * True if a statement that ends at a line break can be complete: several words, too short to be wrapped, and
 * not cut off.
 */
function isWholeLine(statement: string): boolean {
  const words = statement.slice(statement.search(WORDLIKE)).trim().split(/\s+/u);
  const length = words.reduce((sum, word) => sum + word.length + 1, 0);
  if (words.length < 2 || length > LONGEST_LINE) return false;
  return !INNER_WORDS.has((words.at(-1) as string).toLowerCase());
}

/** False if the only possible end of a statement is the end of the text. */
function endsInside(text: string): boolean {
  const at = text.search(INNER_END);
  return at !== -1 && WORDLIKE.test(text.slice(at));
}

function whole(text: string): TextRange[] {
  const start = text.search(/\S/u);
  return start === -1 ? [] : [{ start, end: text.trimEnd().length }];
}
