import {
  CLOSE_GUILLEMET,
  classOf,
  HYPHEN,
  INVISIBLE,
  isUnspaced,
  LONG_DASH,
  MARK,
  OPEN_GUILLEMET,
  REPLACED,
  replacementOf,
  SPACE,
  SYNTAX,
} from './character-classes.ts';
import { endOfPlain } from './plain-stretch.ts';
import { readSyntax, skipLinePrefix } from './read-syntax.ts';
import { SourceMapBuilder, type TextMap } from './text-map.ts';

/** A text in a form in which equal spellings are identical, with a map to the original. */
export interface NormalisedText {
  readonly text: string;
  /** Returns the original range of `[start, end)` of {@link text}: whole characters, without syntax at either end. */
  readonly toOriginal: TextMap;
}

/**
 * Normalises a text: NFC, one kind of quote, dash and space, no soft hyphens or line wraps, no Markdown syntax, comments or entities. Letters, digits,
 * signs, case and order are kept. Linear in the text.
 */
export function normaliseText(original: string): NormalisedText {
  const decoded = decodeEntities(original);
  if (decoded === null) return normaliseDecoded(original);
  const { text, toOriginal } = normaliseDecoded(decoded.text);
  return {
    text,
    toOriginal: (start, end) => {
      const range = toOriginal(start, end);
      return decoded.toOriginal(range.start, range.end);
    },
  };
}

/** Decodes entities for spaces, dashes, quotes and letters. One that encodes a sign of markup is not markup, and is decoded later. */
function decodeEntities(original: string): NormalisedText | null {
  if (!original.includes('&')) return null;
  const out = new SourceMapBuilder(original);
  let from = 0;
  for (let i = original.indexOf('&'); i !== -1; i = original.indexOf('&', Math.max(from, i + 1))) {
    const read = readSyntax(original, i, 0x26);
    const code = read?.text.charCodeAt(0) ?? 0;
    if (read === null || (classOf(code) === SYNTAX && code !== 0x22 && code !== 0x27)) continue;
    out.copy(from, i);
    from = out.put(read.text, i, read.end);
  }
  if (from === 0) return null;
  out.copy(from, original.length);
  return out.build();
}

/** Copies runs of text without special characters as a whole. */
function normaliseDecoded(original: string): NormalisedText {
  const out = new SourceMapBuilder(original);
  /** True if the whole text is NFC. Checked at the first mark, because most texts have none. */
  let composed: boolean | undefined;
  let from = lineStart(original, 0);
  while (from < original.length) {
    let i = from;
    const first = original.charCodeAt(from);
    if (first !== 0x20 && (out.last() !== 0x20 || !isUnspaced(first))) {
      i = endOfPlain(original, from, composed === true);
      if (i > from && i < original.length && composed !== true && classOf(original.charCodeAt(i)) === MARK) {
        composed ??= original.normalize('NFC') === original;
        // A mark composes with the unit before it.
        if (!composed) i--;
      }
      out.copy(from, i);
    }
    from = i < original.length ? normaliseAt(original, i, out) : i;
  }
  return out.build();
}

/** Writes the replacement for the character or markup at `i`; returns its end. */
function normaliseAt(original: string, i: number, out: SourceMapBuilder): number {
  const unit = original.charCodeAt(i);
  switch (classOf(unit)) {
    case SPACE:
      return copySpace(original, i, out);
    case SYNTAX:
      return copySyntax(original, i, unit, out);
    case HYPHEN:
    case LONG_DASH:
      return copyDash(original, i, i + 1, classOf(unit) === LONG_DASH, out);
    case OPEN_GUILLEMET:
      // »Wort«: this mark closes the word right before it.
      return out.put(quoteFor('"', out), i, isAfterSpace(out) ? skipBreak(original, i + 1) : i + 1);
    case CLOSE_GUILLEMET:
      if (!startsWord(original, i + 1)) out.dropSpace();
      return out.put(quoteFor('"', out), i, i + 1);
    case REPLACED:
      return out.put(quoteFor(replacementOf(unit), out), i, i + 1);
    case INVISIBLE:
      return i + 1;
    default:
      if (isUnspaced(unit)) out.dropSpaceAfter(isUnspaced);
      return copyCluster(original, i, out);
  }
}

function isAfterSpace(out: SourceMapBuilder): boolean {
  const last = out.last();
  return last === -1 || last === 0x20;
}

function startsWord(text: string, at: number): boolean {
  const first = text.charAt(at);
  return first.toLowerCase() !== first.toUpperCase() || (first >= '0' && first <= '9');
}

/** Uses one quotation mark for all, except for a double mark after a digit, which may mean inches or seconds. */
function quoteFor(replacement: string, out: SourceMapBuilder): string {
  return replacement === '"' && !out.lastIsDigit() ? "'" : replacement;
}

/** Copies a code unit and the marks after it, composed. */
function copyCluster(original: string, i: number, out: SourceMapBuilder): number {
  let end = i + 1;
  while (end < original.length && classOf(original.charCodeAt(end)) === MARK) end++;
  if (end === i + 1) return out.copy(i, end);
  const cluster = original.slice(i, end);
  const composed = cluster.normalize('NFC');
  return composed === cluster ? out.copy(i, end) : out.put(composed, i, end);
}

function copySpace(original: string, i: number, out: SourceMapBuilder): number {
  let end = i;
  let broken = false;
  for (; end < original.length; end++) {
    const unit = original.charCodeAt(end);
    const kind = classOf(unit);
    if (kind !== SPACE && kind !== INVISIBLE) break;
    if (unit === 0x0a || unit === 0x0d) broken = true;
  }
  if (broken) end = lineStart(original, end);
  if (end >= original.length) return end;
  const next = original.charCodeAt(end);
  const last = out.last();
  if (last === 0x20 || last === -1) return end;
  const closes = classOf(next) === CLOSE_GUILLEMET && !startsWord(original, end + 1);
  if (classOf(next) === LONG_DASH || closes) return end;
  if (next === 0x2d && original.charCodeAt(end + 1) === 0x2d) return end;
  if (isHyphen(next) && end + 1 < original.length && classOf(original.charCodeAt(end + 1)) === SPACE)
    return end;
  if (out.endsWithJoiningHyphen()) return end;
  return out.put(' ', i, end);
}

/** Skips the layout of a line: quote marks, heading signs, list bullets, task boxes. */
function lineStart(original: string, start: number): number {
  let i = start;
  while (i < original.length) {
    const end = skipLinePrefix(original, i);
    if (end === i) return i;
    i = end;
  }
  return i;
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || classOf(unit) === HYPHEN;
}

/** Skips spaces and, after a line break, the layout of the next line. */
function skipBreak(text: string, i: number): number {
  let end = i;
  let broken = false;
  for (; end < text.length && classOf(text.charCodeAt(end)) === SPACE; end++) {
    const unit = text.charCodeAt(end);
    if (unit === 0x0a || unit === 0x0d) broken = true;
  }
  return broken ? lineStart(text, end) : end;
}

/** Writes one hyphen for every dash. A long dash, a doubled hyphen and one between spaces lose the spaces around them. */
function copyDash(
  original: string,
  start: number,
  from: number,
  long: boolean,
  out: SourceMapBuilder,
): number {
  let end = from;
  for (; end < original.length; end++) {
    const unit = original.charCodeAt(end);
    const escaped = unit === 0x5c && original.charCodeAt(end + 1) === 0x2d;
    if (!escaped && !isHyphen(unit) && classOf(unit) !== LONG_DASH) break;
  }
  const before = start === 0 ? 0 : classOf(original.charCodeAt(start - 1));
  const spaced = before === SPACE || before === INVISIBLE || out.last() === 0x20;
  const next = skipBreak(original, end);
  if (long || end - start > 1 || (spaced && next > end)) {
    out.dropSpace();
    return out.put('-', start, next);
  }
  return out.put('-', start, end);
}

function copySyntax(original: string, i: number, unit: number, out: SourceMapBuilder): number {
  if (unit === 0x2d) return copyDash(original, i, i + 1, false, out);
  if (unit === 0x27) {
    return original.charCodeAt(i + 1) === 0x27
      ? out.put(quoteFor('"', out), i, i + 2)
      : out.put("'", i, i + 1);
  }
  if (unit === 0x22) return out.put(quoteFor('"', out), i, i + 1);
  const read = readSyntax(original, i, unit);
  if (read === null) return out.copy(i, i + 1);
  return read.text === '' ? read.end : out.put(read.text, i, read.end);
}
