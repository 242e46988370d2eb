import { decodeText, type SpanLike, sliceSpan } from '@memora/core';
import { type Detector, type DetectorMode, maskSpans, parsePrivacyMarkers } from '@memora/privacy';

/** Where a span stands in its file, as a person looks for it. */
export interface SourceLines {
  /** Number of the line on which the span starts, from 1. */
  readonly line: number;
  /** The whole lines that the span touches, without their line ends. */
  readonly text: string;
  /** The span inside `text`, in UTF-16 code units. */
  readonly marked: { readonly start: number; readonly end: number };
}

const CR = 13;
const LF = 10;
const STAR = 0x2a;
/** Frontmatter is looked for in this many bytes. */
const HEAD = 20_000;

/**
 * Finds the lines of a span; null where the span does not fit the file (it changed since). Secret text is masked, inside the
 * span too: where a note was edited, secret text may stand now where a private claim stood. `reveal` shows the secret that the span is in.
 */
export function readSourceLines(
  bytes: Uint8Array,
  span: SpanLike,
  options: SourceLineOptions = {},
): SourceLines | null {
  return openSourceLines(bytes, options)(span);
}

/** How source lines are read. */
export interface SourceLineOptions {
  readonly reveal?: boolean;
  /** `enforce` masks what the detector finds in the lines around the span, too. */
  readonly detector?: DetectorMode;
}

/** {@link readSourceLines} for many spans of one note: its markers and line ends are read once. */
export function openSourceLines(
  bytes: Uint8Array,
  options: SourceLineOptions = {},
): (span: SpanLike) => SourceLines | null {
  const masked = maskSecrets(bytes);
  const ends = findLineEnds(bytes);
  return (span) => {
    if (sliceSpan(bytes, span) === null) return null;
    const line = countBelow(ends, span.start);
    const start = ends[line - 1] ?? 0;
    let end = span.end;
    while (end < bytes.length && !isLineEnd(bytes[end])) end++;
    const shown = options.reveal === true ? revealAt(bytes, span) : masked;
    const before = decodeText(shown.subarray(start, span.start)).text;
    const inside = decodeText((options.reveal === true ? bytes : masked).subarray(span.start, span.end)).text;
    const after = decodeText(shown.subarray(span.end, end)).text;
    return {
      line: line + 1,
      text: hideDetected({ before, inside, after }, options),
      marked: { start: before.length, end: before.length + inside.length },
    };
  };
}

let enforced: Detector | null = null;

/**
 * Loads what `detector: 'enforce'` needs: much code, telephone numbers of every country among it, that nobody else should wait for.
 * A memory whose settings enforce the detector does so when it is opened.
 */
export async function loadEnforcedDetector(): Promise<void> {
  const { createDetector } = await import('./create-detector.ts');
  enforced ??= createDetector({ mode: 'enforce' });
}

/** The lines as one text, starred where an enforced detector finds something; lengths stay. */
function hideDetected(
  { before, inside, after }: { readonly before: string; readonly inside: string; readonly after: string },
  { reveal, detector }: SourceLineOptions,
): string {
  const text = `${before}${inside}${after}`;
  if (detector !== 'enforce') return text;
  if (enforced === null) throw new TypeError('loadEnforcedDetector() has to be awaited first');
  let hidden = text;
  for (const { start, end } of enforced.detect(text).spans)
    hidden = `${hidden.slice(0, start)}${'*'.repeat(end - start)}${hidden.slice(end)}`;
  if (reveal !== true) return hidden;
  return `${hidden.slice(0, before.length)}${inside}${hidden.slice(before.length + inside.length)}`;
}

/** The bytes with every secret region starred; all of them where the note may call itself secret. */
function maskSecrets(bytes: Uint8Array): Uint8Array {
  if (mayBeSecret(bytes)) return new Uint8Array(bytes.length).fill(STAR);
  const secret = parsePrivacyMarkers(bytes).regions.filter((region) => region.band === 'secret');
  return secret.length === 0 ? bytes : (maskSpans(bytes, secret) ?? new Uint8Array(bytes.length).fill(STAR));
}

/** The bytes with the secret regions starred that the span has no part in. */
function revealAt(bytes: Uint8Array, span: SpanLike): Uint8Array {
  if (mayBeSecret(bytes)) return bytes;
  const beside = parsePrivacyMarkers(bytes).regions.filter(
    ({ start, end, band }) => band === 'secret' && (end <= span.start || start >= span.end),
  );
  return beside.length === 0 ? bytes : (maskSpans(bytes, beside) ?? new Uint8Array(bytes.length).fill(STAR));
}

/** True unless the frontmatter says nothing of privacy, or says `public` or `private` in so many words. */
function mayBeSecret(bytes: Uint8Array): boolean {
  const text = decodeText(bytes.subarray(0, HEAD)).text.replace(/^\uFEFF/u, '');
  if (!text.startsWith('---')) return false;
  const head = text.split(/^(?:---|\.\.\.)[ \t]*$/mu)[1] ?? text;
  const lines = head.split(/\r\n|\n|\r/u).filter((line) => /privacy["']?\s*:|\?\s*["']?privacy/iu.test(line));
  return !lines.every((line) =>
    /^privacy[ \t]*:[ \t]*["']?(?:public|private)["']?[ \t]*(?:#.*)?$/iu.test(line),
  );
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Where each line but the first starts: behind every CRLF, LF and lone CR. */
function findLineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) ends.push(i + 1);
  }
  return ends;
}

/** How many of the ascending numbers are not above `offset`. */
function countBelow(ascending: readonly number[], offset: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
