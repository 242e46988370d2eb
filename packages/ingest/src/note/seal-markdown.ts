import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import { findCutTokens } from './find-cut-tokens.ts';
import { findSecretCells } from './find-secret-cells.ts';
import { readPlain, type TextRange } from './read-plain.ts';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/** The part of a detector that sealing uses. */
export type DocumentDetector = Pick<Detector, 'detect'>;

let builtIn: Detector | undefined;

function builtInDetector(): Detector {
  builtIn ??= createDetector({ mode: 'enforce' });
  return builtIn;
}

/** Markdown that is safe to store in a note. */
interface SealedMarkdown {
  readonly markdown: string;
  /** The unmarked text. */
  readonly open: string;
  /** The number of marked places. */
  readonly sealed: number;
  /** True if a secret can't be marked, so that the whole note must be secret. */
  readonly isSecret: boolean;
}

/**
 * The Markdown with credentials, card and account numbers, and other secrets that the detector finds between privacy markers. Its own text contains no markers.
 * If the detector fails, or something stays visible, the whole note is secret.
 */
export function sealMarkdown(
  markdown: string,
  detector: DocumentDetector = builtInDetector(),
): SealedMarkdown {
  const found = lookAt(markdown, detector);
  if (found === null) return { markdown, open: '', sealed: 0, isSecret: true };
  let sealed = '';
  let open = '';
  let at = 0;
  for (const { start, end } of found) {
    open += `${markdown.slice(at, start)}…`;
    sealed += `${markdown.slice(at, start)}${OPEN}${markdown.slice(start, end)}${CLOSE}`;
    at = end;
  }
  sealed += markdown.slice(at);
  return {
    markdown: sealed,
    open: open + markdown.slice(at),
    sealed: found.length,
    isSecret: found.length > 0 && showsSecret(sealed, detector),
  };
}

/** True if the detector finds nothing in a line that can't hold a marker, such as a title. */
export function isPlain(line: string, detector: DocumentDetector = builtInDetector()): boolean {
  return lookAt(line, detector)?.length === 0;
}

/** The ranges to hide, found in the text as it is read and by the titles of tables; null if detection failed. */
function lookAt(markdown: string, detector: DocumentDetector): readonly TextRange[] | null {
  try {
    const { text, written } = readPlain(markdown);
    const found = detector.detect(text);
    if (found.failed) return null;
    const whole = merged([...found.spans.map(written), ...findSecretCells(markdown, detector)]);
    return merged([...whole, ...findCutTokens(markdown, detector, whole)]);
  } catch {
    return null;
  }
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** True if a secret is still visible when the note is read. */
function showsSecret(markdown: string, detector: DocumentDetector): boolean {
  const bytes = new TextEncoder().encode(markdown);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  return lookAt(new TextDecoder().decode(bytes), detector)?.length !== 0;
}
