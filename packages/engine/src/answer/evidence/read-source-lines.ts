import { type Band, decodeText, type SpanLike, sliceSpan } from '@memora/core';
import { type Detector, type DetectorMode, maskSpans, type PrivacyRegion } from '@memora/privacy';
import { type NoteBands, readNoteBands } from '../../privacy/read-note-bands.ts';
import { findLeadIn } from '../search/find-lead-in.ts';
import { countBelow, findLineEnds } from './line-ends.ts';

/** The place of a span in its file, for display. */
export interface SourceLines {
  /** Number of the line on which the span starts, from 1. */
  readonly line: number;
  /** The complete lines that the span touches, without their line ends. */
  readonly text: string;
  /** The line that introduces the list of an item, such as `We do not:`; absent if there is none, or if it is long or far above. */
  readonly above?: string;
  /** The current text around a claim. */
  readonly marked: { readonly start: number; readonly end: number };
}

const CR = 13;
const LF = 10;
const STAR = 0x2a;
/** Only messages use the path; privacy does not depend on it. */
const ANY_PATH = 'note.md';

/**
 * Finds the lines of a span; null if the span does not fit the file (it has changed). Secret text is masked, also inside the span: after an edit, secret text
 * may be where a private claim was. `reveal` shows the secret that contains the span.
 */
export async function readSourceLines(
  bytes: Uint8Array,
  span: SpanLike,
  options: SourceLineOptions = {},
): Promise<SourceLines | null> {
  return (await openSourceLines(bytes, options))(span);
}

/** How to read source lines. */
interface SourceLineOptions {
  readonly reveal?: boolean;
  /** The band of a note without one in its frontmatter. Default `private`. */
  readonly defaultBand?: Band;
  /** Maximum bytes of the lines on either side of the span: a line may be the whole note. Unlimited by default. */
  readonly around?: number;
  /** `enforce` also masks what the detector finds in the note and in the lines around the span. */
  readonly detector?: DetectorMode;
}

/** {@link readSourceLines} for many spans of one note: its bands and line ends are read once. */
export async function openSourceLines(
  bytes: Uint8Array,
  options: SourceLineOptions = {},
): Promise<(span: SpanLike) => SourceLines | null> {
  const { defaultBand = 'private', around = Number.POSITIVE_INFINITY } = options;
  // Only the detected text is masked, not the whole statement around it.
  const bands = await readNoteBands(bytes, ANY_PATH, { defaultBand, detector: 'off' });
  const detected = options.detector === 'enforce' ? await findDetected(bytes) : [];
  // A label may be above the lines that are shown. A note that can't be searched shows nothing.
  const hidden = detected ?? [{ start: 0, end: bytes.length }];
  const masked = withStars(maskSecrets(bytes, bands), hidden);
  const ends = findLineEnds(bytes);
  return (span) => {
    if (sliceSpan(bytes, span) === null) return null;
    const line = countBelow(ends, span.start);
    const start = startOfCharacter(bytes, Math.max(ends[line - 1] ?? 0, span.start - around));
    const last = Math.min(bytes.length, span.end + around);
    let end = span.end;
    while (end < last && !isLineEnd(bytes[end])) end++;
    if (end === last) end = Math.max(span.end, startOfCharacter(bytes, end));
    const shown =
      options.reveal === true
        ? withStars(revealAt(bytes, span, bands), hidden.filter(isBeside(span)))
        : masked;
    const before = decodeText(shown.subarray(start, span.start)).text;
    const inside = decodeText((options.reveal === true ? bytes : masked).subarray(span.start, span.end)).text;
    const after = decodeText(shown.subarray(span.end, end)).text;
    const isItem = before.trim() !== '' && before.trim().length <= LONGEST_MARK;
    const above = isItem ? introducing(masked, ends, line, span) : null;
    return {
      line: line + 1,
      ...(above === null ? {} : { above }),
      text: hideDetected({ before, inside, after }, options),
      marked: { start: before.length, end: before.length + inside.length },
    };
  };
}

/** Maximum number of lines between an item and the line that introduces its list. */
const MOST_ABOVE = 100;
/** In bytes: the longest line that is shown above an item. */
const LONGEST_ABOVE = 600;
/** In UTF-16 units: the marks before an item are no longer, with its number and box. */
const LONGEST_MARK = 16;

/** The line that introduces the list of the item on a line (from 0), without hidden text. */
function introducing(
  masked: Uint8Array,
  ends: readonly number[],
  line: number,
  span: SpanLike,
): string | null {
  const found = findLeadIn({ span }, linesAbove(masked, ends, line), masked);
  return found === null || found === 'above' ? null : found.text;
}

/** The lines above a line (from 0) that are not empty, nearest first. */
function* linesAbove(masked: Uint8Array, ends: readonly number[], line: number) {
  for (let at = line - 1; at >= Math.max(0, line - MOST_ABOVE); at--) {
    const [start, next] = [ends[at - 1] ?? 0, ends[at] ?? 0];
    // Of a long line only the beginning is read, which introduces nothing.
    const text = decodeText(masked.subarray(start, Math.min(next, start + LONGEST_ABOVE))).text.trim();
    // An item is known by what stands before its words, so a line counts from its last character on.
    const end = Math.max(start, next - 1);
    if (text !== '')
      yield { text: next - start > LONGEST_ABOVE ? `${text}…` : text, span: { start: end, end } };
  }
}

let enforced: Detector | null = null;

/**
 * Loads the modules for `detector: 'enforce'`: they are large, with telephone number rules of every country, and only needed here. A memory with an enforced
 * detector loads them when it is opened.
 */
export async function loadEnforcedDetector(): Promise<void> {
  const { createDetector } = await import('../create-detector.ts');
  enforced ??= createDetector({ mode: 'enforce' });
}

/** Loads the search only where it is asked for: most answers need none. */
async function findDetected(bytes: Uint8Array): Promise<readonly SpanLike[] | null> {
  const { findSecretSpans } = await import('@memora/privacy/internal');
  return findSecretSpans(bytes, loadedDetector());
}

function loadedDetector(): Detector {
  if (enforced === null) throw new TypeError('loadEnforcedDetector() has to be awaited first');
  return enforced;
}

/** Returns the lines as one text, with stars where an enforced detector finds something; lengths stay the same. */
function hideDetected(
  { before, inside, after }: { readonly before: string; readonly inside: string; readonly after: string },
  { reveal, detector }: SourceLineOptions,
): string {
  const text = `${before}${inside}${after}`;
  if (detector !== 'enforce') return text;
  let hidden = text;
  for (const { start, end } of loadedDetector().detect(text).spans)
    hidden = `${hidden.slice(0, start)}${'*'.repeat(end - start)}${hidden.slice(end)}`;
  if (reveal !== true) return hidden;
  return `${hidden.slice(0, before.length)}${inside}${hidden.slice(before.length + inside.length)}`;
}

/** Returns the bytes with stars in every secret region; only stars if the note is secret. */
function maskSecrets(bytes: Uint8Array, { band, regions }: NoteBands): Uint8Array {
  if (band === 'secret') return new Uint8Array(bytes.length).fill(STAR);
  return star(bytes, regions.filter(isSecret));
}

/** Returns the bytes with stars in the secret regions that do not overlap the span. */
function revealAt(bytes: Uint8Array, span: SpanLike, { band, regions }: NoteBands): Uint8Array {
  if (band === 'secret') return bytes;
  return star(bytes, regions.filter(isSecret).filter(isBeside(span)));
}

function isBeside(span: SpanLike): (other: SpanLike) => boolean {
  return ({ start, end }) => end <= span.start || start >= span.end;
}

function isSecret({ band }: PrivacyRegion): boolean {
  return band === 'secret';
}

function withStars(bytes: Uint8Array, places: readonly SpanLike[]): Uint8Array {
  if (places.length === 0) return bytes;
  const hidden = bytes.slice();
  for (const { start, end } of places) hidden.fill(STAR, start, end);
  return hidden;
}

function star(bytes: Uint8Array, regions: readonly PrivacyRegion[]): Uint8Array {
  return regions.length === 0
    ? bytes
    : (maskSpans(bytes, regions) ?? new Uint8Array(bytes.length).fill(STAR));
}

/** Returns the place, moved back to the first byte of its UTF-8 character. */
function startOfCharacter(bytes: Uint8Array, place: number): number {
  let at = place;
  // Invalid UTF-8 could otherwise lead back to the start of the file.
  while (at > Math.max(0, place - 3) && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
