import { type Band, compareBands } from '@memora/core';
import { findTurnFrames } from '@memora/core/internal';
import { mayHoldMarker } from './find-markers.ts';
import type { MarkerDiagnostic, PrivacyMarkers, PrivacyRegion } from './parse-privacy-markers.ts';

/** Reads the markers of a text, or of a turn if `isTurn` is set. */
type ReadMarkers = (bytes: Uint8Array, isTurn?: boolean) => PrivacyMarkers;

/**
 * The markers of a note. In a conversation note, each turn is read separately, and the text between the turns as if the turns were blank: a person can mark
 * several turns from outside of them.
 */
export function joinTurnMarkers(bytes: Uint8Array, read: ReadMarkers): PrivacyMarkers {
  const frames = mayHoldMarker(bytes) ? findTurnFrames(bytes) : [];
  if (frames.length === 0) return read(bytes);
  const between = Uint8Array.from(bytes);
  for (const { lines } of frames) for (const { start, end } of lines) between.fill(SPACE, start, end);
  const outer = read(between);
  const regions = [...outer.regions];
  const markers = [...outer.markers];
  const diagnostics = [...outer.diagnostics];
  let line = 1;
  let counted = 0;
  for (const { start, end } of frames) {
    line += countLines(bytes, counted, start);
    counted = start;
    const turn = bytes.subarray(start, end);
    if (!mayHoldMarker(turn)) continue;
    const inner = read(turn, true);
    for (const region of inner.regions) regions.push(shifted(region, start));
    for (const marker of inner.markers) markers.push(shifted(marker, start));
    for (const found of inner.diagnostics) diagnostics.push(moved(found, start, line));
  }
  return {
    regions: joinRegions(regions),
    markers: markers.sort((a, b) => a.start - b.start),
    diagnostics: diagnostics.sort((a, b) => a.offset - b.offset),
  };
}

const SPACE = 0x20;

function shifted<T extends { readonly start: number; readonly end: number }>(range: T, by: number): T {
  return { ...range, start: range.start + by, end: range.end + by };
}

/** A diagnostic of a turn whose first line is `first`, moved to its place in the note. */
function moved(found: MarkerDiagnostic, by: number, first: number): MarkerDiagnostic {
  const line = found.line + first - 1;
  const message = found.message.replace(/^line \d+/u, `line ${line}`);
  return { ...found, offset: found.offset + by, line, message };
}

/** The number of line endings between two bytes. */
function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === 0x0a || (byte === 0x0d && bytes[i + 1] !== 0x0a)) count++;
  }
  return count;
}

/** Makes overlapping regions disjoint, each byte with its strictest band. */
function joinRegions(regions: readonly PrivacyRegion[]): PrivacyRegion[] {
  const events = regions
    .flatMap(({ start, end, band }) => [
      { at: start, band, step: 1 },
      { at: end, band, step: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  const open: Record<Band, number> = { public: 0, private: 0, secret: 0 };
  const joined: PrivacyRegion[] = [];
  let from = 0;
  for (const { at, band, step } of events) {
    const now: Band = open.secret > 0 ? 'secret' : open.private > 0 ? 'private' : 'public';
    if (at > from && compareBands(now, 'public') > 0) addRegion(joined, { start: from, end: at, band: now });
    from = at;
    open[band] += step;
  }
  return joined;
}

function addRegion(joined: PrivacyRegion[], region: PrivacyRegion): void {
  const last = joined.at(-1);
  if (last !== undefined && last.end === region.start && last.band === region.band)
    joined[joined.length - 1] = { ...last, end: region.end };
  else joined.push(region);
}
