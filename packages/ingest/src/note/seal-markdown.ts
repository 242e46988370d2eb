import { createDetector, type Detector, parsePrivacyMarkers } from '@memora/privacy';
import { findSecretRanges } from '@memora/privacy/internal';

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
 * The Markdown with its secrets between privacy markers: credentials, card and account numbers, and whatever
 * else the detector finds. Its own text contains no markers. If the detector fails, or something stays
 * visible, the whole note is secret.
 */
export function sealMarkdown(
  markdown: string,
  detector: DocumentDetector = builtInDetector(),
): SealedMarkdown {
  const found = findSecretRanges(markdown, detector);
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
  return findSecretRanges(line, detector)?.length === 0;
}

/** True if a secret is still visible when the note is read. */
function showsSecret(markdown: string, detector: DocumentDetector): boolean {
  const bytes = new TextEncoder().encode(markdown);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  return findSecretRanges(new TextDecoder().decode(bytes), detector)?.length !== 0;
}
