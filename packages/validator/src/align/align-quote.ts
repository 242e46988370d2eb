import type { TextRange } from '@memora/language/sentences';
import type { Alignment, AlignmentEdit, AlignmentStatus, AlignOptions } from '../contract/alignment.ts';
import { alignParts, hasEllipsis } from './align-parts.ts';
import { toAlignedSpan } from './byte-span.ts';
import { choosePlace } from './choose-place.ts';
import { findCut } from './find-cut.ts';
import { findEdited } from './find-edited.ts';
import { findEditedNearby } from './find-edited-nearby.ts';
import { normaliseText } from './normalise-text.ts';
import { foldCase, type PreparedSource, prepareSource } from './prepare-source.ts';
import { hiddenTexts } from './read-syntax.ts';

/** The maximum number of places that are listed: a quote with more is too short to identify anything. */
const MAX_PLACES = 64;

/**
 * Finds `quote` in `source`, or says why it is not there. A quote is grounded only if all its letters, digits, signs and words occur there in order, and
 * neither end cuts a word or a number in half. Linear in the source; never throws.
 */
export function alignQuote(
  source: string | PreparedSource,
  quote: string,
  options: AlignOptions = {},
): Alignment {
  const prepared = prepareSource(source);
  const wanted = quote.trim();
  if (wanted === '') return result(prepared, 'absent', []);
  const cuts: Cut[] = [];
  const identical = settle(prepared, 'identical', findPlaces(prepared.text, wanted), cuts, options);
  if (identical !== null) return identical;
  const normal = normaliseText(wanted).text.trim();
  if (normal === '') return result(prepared, 'absent', []);
  if (typeof source === 'string' && cuts.length === 0 && !hasEllipsis(normal)) {
    const nearby = findEditedNearby(source, normal, spellings(normal).at(-1) as string);
    if (nearby !== null) return result(prepared, 'edited', [nearby.place], nearby.edits);
  }
  return alignNormalised(prepared, wanted, normal, cuts, options) ?? explain(prepared, normal, cuts);
}

interface Cut {
  readonly place: TextRange;
  readonly edits: readonly AlignmentEdit[];
}

function alignNormalised(
  prepared: PreparedSource,
  quote: string,
  normal: string,
  cuts: Cut[],
  options: AlignOptions,
): Alignment | null {
  const { text, toOriginal } = prepared.normalised();
  const hidden = hiddenTexts(quote);
  const toPlaces = (ranges: readonly TextRange[]) =>
    ranges
      .map(({ start, end }) => toOriginal(start, end))
      .filter((place) => saysHidden(prepared.text, place, hidden));
  const variants = spellings(normal);
  const shortest = variants.at(-1) as string;
  if (text.includes(shortest)) {
    for (const variant of variants) {
      const settled = settle(prepared, 'normalized', toPlaces(findPlaces(text, variant)), cuts, options);
      if (settled !== null) return settled;
    }
  }
  // A text that is missing even without case is missing in every spelling.
  if (prepared.folded().includes(foldCase(shortest))) {
    for (const variant of variants) {
      const places = toPlaces(findPlaces(prepared.folded(), foldCase(variant)));
      const settled = settle(prepared, 'case_only', places, cuts, options);
      if (settled !== null) return settled;
    }
  }
  const parts = alignParts(prepared, normal);
  if (parts === null || hidden.length > 0) return null;
  if (parts.edits.length === 0) return result(prepared, 'normalized', parts.places);
  return result(prepared, 'edited', parts.places, parts.edits);
}

/** Returns the quote, the quote without surrounding quotation marks, and without the stop or comma that house styles put inside the marks. */
function spellings(normal: string): string[] {
  const variants = [normal];
  const inner = /^['"](.+)['"]$/su.exec(normal)?.[1]?.trim();
  if (inner !== undefined && inner !== '') variants.push(inner);
  const open = (inner ?? normal).replace(/(?<![.,;])[.,;]$/u, '').trim();
  if (open !== '' && open !== (inner ?? normal)) variants.push(open);
  return variants;
}

/** Every link target or footnote sign of the quote must be in the source too; the source may have more. */
function saysHidden(text: string, place: TextRange, hidden: readonly string[]): boolean {
  if (hidden.length === 0) return true;
  const around = hiddenKey(text.slice(Math.max(0, place.start - 300), place.end + 300));
  return hidden.every((piece) => around.includes(hiddenKey(piece)));
}

function hiddenKey(text: string): string {
  return foldCase(text.normalize('NFKC'))
    .replace(/[\s\u00ad\u200b]+/gu, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-');
}

function findPlaces(text: string, wanted: string): TextRange[] {
  const places: TextRange[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    places.push({ start: at, end: at + wanted.length });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** Chooses among verbatim places. Those whose ends cut something off are kept as the reason, in case nothing better is found. */
function settle(
  prepared: PreparedSource,
  status: AlignmentStatus,
  places: readonly TextRange[],
  cuts: Cut[],
  options: AlignOptions,
): Alignment | null {
  const whole: TextRange[] = [];
  for (const place of places) {
    const edits = findCut(prepared.text, place);
    if (edits.length === 0) whole.push(place);
    else cuts.push({ place, edits });
  }
  if (whole.length === 0) return null;
  const chosen = choosePlace(prepared.text, whole, options);
  return chosen === null ? result(prepared, 'ambiguous', whole) : result(prepared, status, [chosen]);
}

function explain(prepared: PreparedSource, normal: string, cuts: readonly Cut[]): Alignment {
  const cut = cuts[0];
  if (cut !== undefined) return result(prepared, 'edited', [cut.place], cut.edits);
  const edited = findEdited(prepared, normal);
  return edited === null
    ? result(prepared, 'absent', [])
    : result(prepared, 'edited', [edited.place], edited.edits);
}

function result(
  prepared: PreparedSource,
  status: AlignmentStatus,
  places: readonly TextRange[],
  diff?: readonly AlignmentEdit[],
): Alignment {
  const spans = places.map((place) => toAlignedSpan(prepared.text, place));
  const grounded = status === 'identical' || status === 'normalized' || status === 'case_only';
  return diff === undefined ? { status, grounded, spans } : { status, grounded, spans, diff };
}
