import { cutRanges } from '../statements/cut-ranges.ts';
import { plainText } from '../statements/render-markers.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { findRiders, type Rider } from './find-riders.ts';
import { type HeldInput, type HeldStatement, hold } from './hold-statement.ts';

/** The result for a statement without the parts cut from it. */
export interface HeldWithoutRiders extends HeldStatement {
  readonly plain: string;
  readonly cuts: readonly Rider[];
  /** The result without its brackets if no judge has a verdict; `null` if it is the same. */
  readonly unjudged: HeldWithoutRiders | null;
}

/**
 * Checks a statement without its unsupported parts, if that leaves proven text. Foreign markup is cut if the rest is not refused; text after the last marker
 * and in round brackets is cut if the rest is the note's own words. So an unsupported part never refuses a true statement. With a judge, brackets stay for
 * its verdict and are cut if it has none; they also stay if the whole statement is not refused.
 */
export function holdWithoutRiders(input: HeldInput): HeldWithoutRiders {
  const whole = { ...hold(input), plain: input.plain, cuts: [], unjudged: null };
  if (whole.refusal === null && whole.wording === 'quoted') return whole;
  const { unit, places, settings } = input;
  if (unit.role === 'code' || unit.role === 'head') return whole;
  const { markup, tail, asides } = findRiders(unit, places, settings);
  const kept = markup.length === 0 ? null : holdCut(input, markup);
  const left = kept?.refusal === null ? kept : whole;
  const withoutTail = holdQuoted(input, markup, tail);
  if (withoutTail !== null) return withoutTail;
  if (settings.policy === 'mark' || asides.length === 0) return left;
  const unjudged =
    holdQuoted(input, markup, asides) ??
    (tail.length === 0 ? null : holdQuoted(input, markup, [...asides, ...tail]));
  return settings.judge === null ? (unjudged ?? left) : { ...left, unjudged };
}

/** Cuts other unsupported parts, if the rest is the note's own words. */
function holdQuoted(
  input: HeldInput,
  markup: readonly Rider[],
  extra: readonly Rider[],
): HeldWithoutRiders | null {
  const cut = extra.length === 0 ? null : holdCut(input, [...markup, ...extra]);
  return cut?.refusal === null && cut.wording === 'quoted' ? cut : null;
}

/** The rest must begin like a text: no mark may move to the start of a line. */
function startsWell(text: string): boolean {
  const at = text.search(WORDLIKE);
  return at !== -1 && at <= 6 && ![...'-–—,;:.\n'].some((mark) => text.slice(0, at).includes(mark));
}

function holdCut(input: HeldInput, riders: readonly Rider[]): HeldWithoutRiders | null {
  const { unit } = input;
  const cuts = toApart(riders);
  const markers = unit.markers.map((marker) => ({
    ...marker,
    start: marker.start - unit.start,
    end: marker.end - unit.start,
  }));
  const { text, markers: moved } = cutRanges(unit.raw, markers, cuts);
  const plain = plainText(text, 0, moved);
  if (!startsWell(text)) return null;
  const rest = { ...unit, raw: text, start: 0, end: text.length, markers: moved };
  return { ...hold({ ...input, unit: rest, plain }), plain, cuts, unjudged: null };
}

/** Sorts ranges and removes those inside another. */
function toApart(riders: readonly Rider[]): Rider[] {
  const apart: Rider[] = [];
  for (const rider of riders.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (rider.start >= (apart.at(-1)?.end ?? 0)) apart.push(rider);
  return apart;
}
