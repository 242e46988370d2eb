import {
  CLOSE_GUILLEMET,
  classOf,
  HYPHEN,
  INVISIBLE,
  isUnspaced,
  LONG_DASH,
  MARK,
  OPEN_GUILLEMET,
  PLAIN,
  REPLACED,
  replacementOf,
  SPACE,
  SYNTAX,
} from './character-classes.ts';
import { readSyntax, skipLinePrefix } from './read-syntax.ts';
import { SourceMapBuilder, type TextMap } from './text-map.ts';

/** A text in the form under which two spellings are one, and the way back to the text it came from. */
export interface NormalisedText {
  readonly text: string;
  /** The range of the original that stands for `[start, end)` of {@link text}; whole characters, syntax left out at both ends. */
  readonly toOriginal: TextMap;
}

/**
 * Writes a text in one form: NFC, one kind of quote, dash and space, no soft hyphens or line wraps, no Markdown syntax,
 * comments or entities. Letters, digits, signs, case and order stay. Linear in the text.
 */
export function normaliseText(original: string): NormalisedText {
  const composed = original.normalize('NFC') === original;
  const out = new SourceMapBuilder(original.length);
  let i = lineStart(original, 0);
  while (i < original.length) {
    const unit = original.charCodeAt(i);
    switch (classOf(unit)) {
      case PLAIN:
        i = composed ? out.copy(unit, i) : copyCluster(original, i, out);
        break;
      case SPACE:
        i = copySpace(original, i, out);
        break;
      case SYNTAX:
        i = copySyntax(original, i, unit, out);
        break;
      case MARK:
        i = out.copy(unit, i);
        break;
      case HYPHEN:
      case LONG_DASH:
        i = copyDash(original, i, i + 1, classOf(unit) === LONG_DASH, out);
        break;
      case OPEN_GUILLEMET:
        i = out.put(quoteFor('"', out), i, skipSpaces(original, i + 1));
        break;
      case CLOSE_GUILLEMET:
        out.dropSpace();
        i = out.put(quoteFor('"', out), i, i + 1);
        break;
      case REPLACED:
        i = out.put(quoteFor(replacementOf(unit), out), i, i + 1);
        break;
      default:
        i++;
    }
  }
  return out.build();
}

/** One quotation mark for all; a double one after a digit stays itself, since it may mean inches or seconds. */
function quoteFor(replacement: string, out: SourceMapBuilder): string {
  return replacement === '"' && !out.lastIsDigit() ? "'" : replacement;
}

function copyCluster(original: string, i: number, out: SourceMapBuilder): number {
  let end = i + 1;
  while (end < original.length && classOf(original.charCodeAt(end)) === MARK) end++;
  const unit = original.charCodeAt(i);
  if (end === i + 1) return out.copy(unit, i);
  const cluster = original.slice(i, end);
  const composed = cluster.normalize('NFC');
  if (composed !== cluster) return out.put(composed, i, end);
  for (let k = i; k < end; k++) out.copy(original.charCodeAt(k), k);
  return end;
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
  if (isUnspaced(next) && isUnspaced(last)) return end;
  if (classOf(next) === LONG_DASH || classOf(next) === CLOSE_GUILLEMET) return end;
  if (next === 0x2d && original.charCodeAt(end + 1) === 0x2d) return end;
  if (isHyphen(next) && end + 1 < original.length && classOf(original.charCodeAt(end + 1)) === SPACE)
    return end;
  if (broken && out.endsWithJoiningHyphen()) return end;
  return end === i + 1 ? out.copy(0x20, i) : out.put(' ', i, end);
}

/** Skips what only lays out a line: quote marks, heading signs, list bullets, task boxes. */
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

function skipSpaces(text: string, i: number): number {
  let end = i;
  while (end < text.length && classOf(text.charCodeAt(end)) === SPACE) end++;
  return end;
}

/** One hyphen for every dash; a long dash, a doubled hyphen and one between spaces lose the spaces around them. */
function copyDash(
  original: string,
  start: number,
  from: number,
  long: boolean,
  out: SourceMapBuilder,
): number {
  let end = from;
  while (
    end < original.length &&
    (isHyphen(original.charCodeAt(end)) || classOf(original.charCodeAt(end)) === LONG_DASH)
  ) {
    end++;
  }
  const spaced = start > 0 && classOf(original.charCodeAt(start - 1)) === SPACE;
  const next = skipSpaces(original, end);
  if (long || end - start > 1 || (spaced && next > end)) {
    out.dropSpace();
    return out.put('-', start, next);
  }
  return out.put('-', start, end);
}

function copySyntax(original: string, i: number, unit: number, out: SourceMapBuilder): number {
  if (unit === 0x2d) return copyDash(original, i, i + 1, false, out);
  if (unit === 0x27) {
    return original.charCodeAt(i + 1) === 0x27 ? out.put(quoteFor('"', out), i, i + 2) : out.copy(unit, i);
  }
  if (unit === 0x22) return out.put(quoteFor('"', out), i, i + 1);
  const read = readSyntax(original, i, unit);
  if (read === null) return out.copy(unit, i);
  if (read.text === '') return read.end;
  return putDecoded(read.text, i, read.end, out);
}

/** A decoded entity goes through the same rules as the character itself. */
function putDecoded(text: string, start: number, end: number, out: SourceMapBuilder): number {
  const code = text.charCodeAt(0);
  const kind = classOf(code);
  if (kind === SPACE) return out.last() === 0x20 ? end : out.put(' ', start, end);
  if (kind === INVISIBLE) return end;
  if (kind === HYPHEN || kind === LONG_DASH) return out.put('-', start, end);
  if (kind === OPEN_GUILLEMET || kind === CLOSE_GUILLEMET || code === 0x22)
    return out.put(quoteFor('"', out), start, end);
  if (kind === REPLACED) return out.put(quoteFor(replacementOf(code), out), start, end);
  return out.put(text, start, end);
}
