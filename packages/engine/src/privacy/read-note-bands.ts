import { type Band, MemoraError } from '@memora/core';
import { type DetectorMode, type PrivacyRegion, parsePrivacyMarkers } from '@memora/privacy';
import type { ReadHeadOptions } from '@memora/vault/internal';
import { parseInTime } from './parse-in-time.ts';

/** The settings that decide how a note is read. */
export interface BandSettings {
  readonly defaultBand: Band;
  /** `enforce` also reads as secret what the detector finds. */
  readonly detector: DetectorMode;
  /** True for callers that read many notes once each; nothing is cached. */
  readonly once?: boolean;
}

/** The privacy of a note according to its bytes. */
export interface NoteBands {
  /** The band of the note as a whole. */
  readonly band: Band;
  /** Byte ranges of a stricter band, ascending; they may overlap. */
  readonly regions: readonly PrivacyRegion[];
}

/**
 * A head names no band if it has none of these words and no escape that could spell them. The key and its
 * value may be misspelt or mix two scripts.
 */
const MAY_NAME_BAND = /pr?i?v|se[ck]|sc?ret|\\|[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]/iu;
/**
 * In a note without frontmatter, this many characters are searched for it: it may follow a title, or have
 * other fences.
 */
const HEAD = 20_000;
const OPENING = /^\ufeff?---[ \t]*(?:\r\n|\n|\r)/u;
const CLOSING = /[\r\n]---[ \t]*(?:[\r\n]|$)/u;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads from a note's bytes its band, and its places with a stricter one, as indexing would now. Loads the
 * note parser only if the frontmatter may name a band or the detector is enforced.
 */
export async function readNoteBands(
  bytes: Uint8Array,
  path: string,
  { defaultBand, detector, once = false }: BandSettings,
): Promise<NoteBands> {
  const { regions } = parsePrivacyMarkers(bytes);
  const hasSecret = regions.some((region) => region.band === 'secret');
  const band =
    hasSecret || MAY_NAME_BAND.test(headOf(bytes, regions.length > 0))
      ? await parseBand(bytes, { defaultBand, once, path })
      : defaultBand;
  if (detector !== 'enforce' || band === 'secret') return { band, regions };
  const detected = await detectRegions(bytes, path, defaultBand);
  return { band, regions: [...regions, ...detected].sort(byPlace) };
}

interface KnownBands extends Pick<BandSettings, 'defaultBand' | 'detector'> {
  readonly path: string;
  readonly bands: Promise<NoteBands>;
}

const bandsBy = new WeakMap<Uint8Array, KnownBands>();

/** The same for bytes that several readers request: the most recent ones are cached. */
export function readBandsOnce(bytes: Uint8Array, path: string, settings: BandSettings): Promise<NoteBands> {
  const { defaultBand, detector } = settings;
  const known = bandsBy.get(bytes);
  if (known?.path === path && known.defaultBand === defaultBand && known.detector === detector)
    return known.bands;
  const bands = readNoteBands(bytes, path, settings);
  bandsBy.set(bytes, { path, defaultBand, detector, bands });
  return bands;
}

/** The frontmatter, or its possible place. A block that is never closed, or that contains markers, may reach to the end. */
function headOf(bytes: Uint8Array, hasMarkers: boolean): string {
  const start = decoder.decode(bytes.subarray(0, HEAD));
  const opening = OPENING.exec(start)?.[0].length;
  if (opening === undefined) return MAY_HIDE.test(start) ? start : '';
  const text = bytes.length <= HEAD ? start : decoder.decode(bytes);
  const end = hasMarkers ? null : CLOSING.exec(text.slice(opening - 1));
  return end === null ? text : text.slice(0, opening + end.index);
}

/** A line that names a privacy, as frontmatter does. */
const MAY_HIDE = /^[ \t]*["'{]*[ \t]*["']?privacy["']?[ \t]*[:=]/imu;

async function parseBand(bytes: Uint8Array, options: ReadHeadOptions): Promise<Band> {
  head ??= (await import('@memora/vault/internal')).readNoteHead;
  return head(bytes, options).band;
}

/** Kept, because each import costs more than reading a head. */
let head: typeof import('@memora/vault/internal').readNoteHead | undefined;

async function detectRegions(bytes: Uint8Array, path: string, defaultBand: Band): Promise<PrivacyRegion[]> {
  const { withDetectedBands } = await import('@memora/claims/internal');
  // It includes the telephone number rules of every country, so it is loaded only if needed.
  const { createBandDetector } = await import('./create-band-detector.ts');
  const parsed = await parseInTime(bytes, { path, defaultBand }).catch(nullIfCostly);
  // Text that can't be read in time may contain anything, so all of it is secret.
  if (parsed === null) return [{ start: 0, end: bytes.length, band: 'secret' }];
  const note = withDetectedBands(parsed, bytes, createBandDetector());
  if (note.band === 'secret') return [{ start: 0, end: bytes.length, band: 'secret' }];
  return note.segments.flatMap(({ span, band }) =>
    band === 'public' ? [] : [{ start: span.start, end: span.end, band }],
  );
}

export function nullIfCostly(error: unknown): null {
  if (MemoraError.isInstance(error) && error.code === 'NOTE_TOO_COSTLY') return null;
  throw error;
}

function byPlace(a: PrivacyRegion, b: PrivacyRegion): number {
  return a.start - b.start || a.end - b.end;
}
