import type { Band } from '@memora/core';
import { type DetectorMode, type PrivacyRegion, parsePrivacyMarkers } from '@memora/privacy';

/** How the settings read a note. */
export interface BandSettings {
  readonly defaultBand: Band;
  /** `enforce` also reads as secret what the detector finds. */
  readonly detector: DetectorMode;
}

/** What the bytes of a note say about who may see it. */
export interface NoteBands {
  /** The band of the note as a whole. */
  readonly band: Band;
  /** Byte ranges of a stricter band, ascending; they may overlap. */
  readonly regions: readonly PrivacyRegion[];
}

/** A head without these words, and without an escape that could spell them, names no band; the key itself may be misspelt. */
const MAY_NAME_BAND = /privacy|secret|private|\\/iu;
/** Blank lines before it and the fences of TOML are no frontmatter, and may hide a note all the same. */
const OPENING = /^\ufeff?\s*(?:---|\+\+\+)/u;
const CLOSING = /[\r\n](?:---|\+\+\+)[ \t]*(?:[\r\n]|$)/u;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads from a note's bytes which band it has and which places of it a stricter one, as indexing would now. Loads the note parser
 * only where the frontmatter may name a band or the detector is enforced.
 */
export async function readNoteBands(
  bytes: Uint8Array,
  path: string,
  { defaultBand, detector }: BandSettings,
): Promise<NoteBands> {
  const { regions } = parsePrivacyMarkers(bytes);
  const band = MAY_NAME_BAND.test(headOf(bytes, regions.length > 0))
    ? await parseBand(bytes, path, defaultBand)
    : defaultBand;
  if (detector !== 'enforce' || band === 'secret') return { band, regions };
  const detected = await detectRegions(bytes, path, defaultBand);
  return { band, regions: [...regions, ...detected].sort(byPlace) };
}

/** The frontmatter, where there may be one. A block that is never closed, or that markers stand in, may reach to the end. */
function headOf(bytes: Uint8Array, hasMarkers: boolean): string {
  if (!OPENING.test(decoder.decode(bytes.subarray(0, 2_000)))) return '';
  const text = decoder.decode(bytes);
  const opening = OPENING.exec(text)?.[0].length ?? 0;
  const end = hasMarkers ? null : CLOSING.exec(text.slice(opening));
  return end === null ? text : text.slice(0, opening + end.index);
}

async function parseBand(bytes: Uint8Array, path: string, defaultBand: Band): Promise<Band> {
  const { parseNote } = await import('@memora/vault');
  return parseNote(bytes, { path, defaultBand }).band;
}

async function detectRegions(bytes: Uint8Array, path: string, defaultBand: Band): Promise<PrivacyRegion[]> {
  const { parseNote } = await import('@memora/vault');
  const { withDetectedBands } = await import('@memora/claims');
  // It knows the telephone numbers of every country: nobody else should wait for that.
  const { createBandDetector } = await import('./create-band-detector.ts');
  const note = withDetectedBands(parseNote(bytes, { path, defaultBand }), createBandDetector());
  if (note.band === 'secret') return [{ start: 0, end: bytes.length, band: 'secret' }];
  return note.segments.flatMap(({ span, band }) =>
    band === 'public' ? [] : [{ start: span.start, end: span.end, band }],
  );
}

function byPlace(a: PrivacyRegion, b: PrivacyRegion): number {
  return a.start - b.start || a.end - b.end;
}
