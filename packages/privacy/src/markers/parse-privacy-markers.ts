import type { Band } from '@memora/core';
import { findMarkers } from './find-markers.ts';
import { joinTurnMarkers } from './join-turn-markers.ts';
import type { Marker } from './read-marker.ts';

/** The problem of a marker. */
export type MarkerDiagnosticCode =
  | 'MARKER_UNCLOSED'
  | 'MARKER_STRAY_CLOSE'
  | 'MARKER_UNKNOWN_LEVEL'
  | 'MARKER_MALFORMED'
  | 'MARKER_OVERLAP'
  | 'MARKER_NO_EFFECT'
  | 'NOTE_IS_UTF16';

export interface MarkerDiagnostic {
  readonly code: MarkerDiagnosticCode;
  /** The first byte of the marker. */
  readonly offset: number;
  /** The 1-based line of the marker; LF, CRLF and CR end a line. */
  readonly line: number;
  /** Names the line and the consequence, never text of the note. */
  readonly message: string;
}

/** A half-open byte range with the band of its markers; it includes the markers' own bytes. */
export interface PrivacyRegion {
  readonly start: number;
  readonly end: number;
  readonly band: Band;
}

export interface PrivacyMarkers {
  /** Disjoint, ascending, adjacent ones of one band joined; only `private` and `secret`, because a marker can't loosen. */
  readonly regions: readonly PrivacyRegion[];
  /** The bytes of each marker, ascending. */
  readonly markers: readonly { readonly start: number; readonly end: number }[];
  readonly diagnostics: readonly MarkerDiagnostic[];
}

interface OpenMarker {
  readonly marker: Marker;
  readonly band: Band;
  readonly line: number;
}

/**
 * Reads `<!--privacy:LEVEL--> … <!--/privacy-->` in the raw bytes of a note, wherever it occurs: also in
 * code, tables, frontmatter and HTML. Never throws, and takes linear time. * In case of doubt, the stricter
 * reading is used: an unclosed opening reaches to the end of the file; a close without an opening makes
 * everything before it secret; an unreadable level is secret; a misspelt close, or one that names another
 * level than the innermost opening, closes nothing. Doubtful cases are listed in `diagnostics`. * In a
 * conversation note, a marker inside a turn ends with that turn, and a close without an opening there has no
 * effect: no turn changes the band of another.
 */
export function parsePrivacyMarkers(bytes: Uint8Array): PrivacyMarkers {
  if (isUtf16(bytes)) return allSecret(bytes);
  return joinTurnMarkers(bytes, readMarkers);
}

/** `isTurn`: a close without an opening has no effect. */
function readMarkers(bytes: Uint8Array, isTurn = false): PrivacyMarkers {
  const lines = lineCounter(bytes);
  const diagnostics: MarkerDiagnostic[] = [];
  const report = (code: MarkerDiagnosticCode, offset: number, line: number, says: string): void => {
    diagnostics.push({ code, offset, line, message: `line ${line}: ${says}` });
  };
  const markers: { start: number; end: number }[] = [];
  const open = openStack();
  const regions = regionBuilder();
  let secretUntil = 0;

  for (const marker of findMarkers(bytes)) {
    const line = lines(marker.start);
    markers.push({ start: marker.start, end: marker.end });
    if (marker.kind === 'open') {
      if (marker.fault === 'unknown-level')
        report(
          'MARKER_UNKNOWN_LEVEL',
          marker.start,
          line,
          'the level is not public, private or secret; read as secret',
        );
      if (marker.fault === 'malformed')
        report(
          'MARKER_MALFORMED',
          marker.start,
          line,
          'the marker is misspelt; read as the start of a secret region',
        );
      if (marker.band === 'public')
        report('MARKER_NO_EFFECT', marker.start, line, 'a marker can only tighten, so public has no effect');
      const band = marker.band ?? 'secret';
      open.push({ marker, band, line });
      regions.change(marker.start, open.strictest());
      continue;
    }
    if (marker.kind === 'doubtful-close') {
      report('MARKER_MALFORMED', marker.start, line, 'the closing marker is misspelt; it closes nothing');
    }
    const innermost = open.innermost();
    if (innermost === undefined) {
      if (!isTurn) secretUntil = marker.end;
      report(
        'MARKER_STRAY_CLOSE',
        marker.start,
        line,
        isTurn
          ? 'nothing is open in this turn; it has no effect'
          : 'nothing is open here; everything before it is read as secret',
      );
      continue;
    }
    if (marker.kind === 'doubtful-close') continue;
    if (marker.band !== null && innermost.band !== marker.band) {
      report(
        'MARKER_OVERLAP',
        marker.start,
        line,
        'it names another level than the innermost opening; it closes nothing',
      );
      continue;
    }
    open.pop();
    regions.change(marker.end, open.strictest());
  }
  for (const { marker, line } of open.rest()) {
    report(
      'MARKER_UNCLOSED',
      marker.start,
      line,
      `the marker is never closed; its region reaches the end of the ${isTurn ? 'turn' : 'note'}`,
    );
  }
  diagnostics.sort((a, b) => a.offset - b.offset);
  return { regions: tightenPrefix(regions.finish(bytes.length), secretUntil), markers, diagnostics };
}

/** The unclosed openings, with their strictest band in constant time. */
function openStack(): {
  readonly push: (entry: OpenMarker) => void;
  readonly pop: () => void;
  readonly innermost: () => OpenMarker | undefined;
  readonly strictest: () => Band;
  readonly rest: () => readonly OpenMarker[];
} {
  const entries: OpenMarker[] = [];
  const counts: Record<Band, number> = { public: 0, private: 0, secret: 0 };
  return {
    push: (entry) => {
      entries.push(entry);
      counts[entry.band]++;
    },
    pop: () => {
      const entry = entries.pop();
      if (entry !== undefined) counts[entry.band]--;
    },
    innermost: () => entries.at(-1),
    strictest: () => (counts.secret > 0 ? 'secret' : counts.private > 0 ? 'private' : 'public'),
    rest: () => entries,
  };
}

/** Converts "from here on, this band" to disjoint regions. */
function regionBuilder(): {
  change: (at: number, band: Band) => void;
  finish: (end: number) => PrivacyRegion[];
} {
  const regions: PrivacyRegion[] = [];
  let start = 0;
  let band: Band = 'public';
  const flush = (end: number): void => {
    if (band === 'public' || end <= start) return;
    const last = regions.at(-1);
    if (last !== undefined && last.end === start && last.band === band) {
      regions[regions.length - 1] = { start: last.start, end, band };
    } else regions.push({ start, end, band });
  };
  return {
    change: (at, next) => {
      if (next === band) return;
      flush(at);
      start = at;
      band = next;
    },
    finish: (end) => {
      flush(end);
      return regions;
    },
  };
}

/** Makes everything before `until` secret. */
function tightenPrefix(regions: PrivacyRegion[], until: number): PrivacyRegion[] {
  if (until === 0) return regions;
  let end = until;
  const rest: PrivacyRegion[] = [];
  for (const region of regions) {
    if (region.end <= end) continue;
    if (region.start <= end && region.band === 'secret') end = region.end;
    else rest.push(region.start < end ? { ...region, start: end } : region);
  }
  return [{ start: 0, end, band: 'secret' }, ...rest];
}

/** Counts lines incrementally, so that ascending offsets cost one pass in all. */
function lineCounter(bytes: Uint8Array): (offset: number) => number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const next = (byte: number, from: number): number => {
    const at = buffer.indexOf(byte, from);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  };
  let line = 1;
  let feed = next(0x0a, 0);
  let carriage = next(0x0d, 0);
  return (offset) => {
    for (; feed < offset; feed = next(0x0a, feed + 1)) line++;
    for (; carriage < offset; carriage = next(0x0d, carriage + 1)) if (bytes[carriage + 1] !== 0x0a) line++;
    return line;
  };
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function allSecret(bytes: Uint8Array): PrivacyMarkers {
  const message = 'line 1: the note is UTF-16, in which markers cannot be read; all of it is read as secret';
  return {
    regions: [{ start: 0, end: bytes.length, band: 'secret' }],
    markers: [],
    diagnostics: [{ code: 'NOTE_IS_UTF16', offset: 0, line: 1, message }],
  };
}
