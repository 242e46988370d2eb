import type { Check, SourceAnchor, VerificationReport } from '../contract/verification-report.ts';
import { findMarkers, type MarkerReader } from '../statements/parse-citations.ts';
import { opensFromPage } from './opens-from-page.ts';

/** How sources are shown to a reader. */
export interface SourceOptions {
  /** The name of a source; by default the place in the original document, or else the path of the note. */
  readonly label?: (check: Check) => string;
  /**
   * The address of a source; by default the original document's, or else the path of the note,
   * percent-encoded. Null creates no link.
   */
  readonly href?: (check: Check) => string | null;
  /** The reader of the markers that the answer was verified with. */
  readonly markers?: MarkerReader;
}

/** A source as Markdown: its label, as a link if there is an address. Markdown in a label or an address is escaped. */
export function toSourceLink(check: Check, { label = pathOf, href = addressOf }: SourceOptions): string {
  const text = label(check)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~&$^:@]/gu, '\\$&');
  const address = href(check);
  return address === null ? text : `[${text}](${address.toWellFormed().replace(/[\s()<>\\]/gu, encodeChar)})`;
}

/** The proven text of a report, with `write` in place of each run of markers, without the markers of claims that failed. */
export function replaceMarkers(
  { cleanText, checks }: VerificationReport,
  read: MarkerReader = findMarkers,
  write: (sources: readonly Check[]) => string,
): string {
  const checkById = new Map<string, Check>();
  for (const check of checks)
    if (check.status === 'verified' && !checkById.has(check.claimId)) checkById.set(check.claimId, check);
  const parts: string[] = [];
  let end = 0;
  let run: Check[] = [];
  for (const marker of read(cleanText)) {
    const between = cleanText.slice(end, marker.start);
    if (end === 0 || /[^ \t]/u.test(between)) {
      if (end > 0) parts.push(write(run));
      parts.push(withoutSpaceBehind(between));
      run = [];
    }
    end = marker.end;
    for (const { claimId } of marker.ids) {
      const check = checkById.get(claimId);
      if (check !== undefined && !run.includes(check)) run.push(check);
    }
  }
  if (end > 0) parts.push(write(run));
  return parts.join('') + cleanText.slice(end);
}

function withoutSpaceBehind(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(0, end);
}

const pathOf = (check: Check) => anchorOf(check)?.label ?? check.notePath ?? check.claimId;

function addressOf(check: Check): string | null {
  const { notePath } = check;
  const anchor = anchorOf(check);
  if (anchor !== null) return opensFromPage(anchor.href) ? anchor.href : null;
  return notePath?.toWellFormed().split('/').map(encodeURIComponent).join('/') ?? null;
}

/** The original of a secret note is as secret as the note. */
function anchorOf({ anchor, band }: Check): SourceAnchor | null {
  return anchor === undefined || band === 'secret' ? null : anchor;
}

function encodeChar(char: string): string {
  return [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
