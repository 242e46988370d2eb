import { cutRanges } from '../statements/cut-ranges.ts';
import { plainText } from '../statements/render-markers.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { findRiders, type Rider } from './find-riders.ts';
import { type HeldInput, type HeldStatement, hold } from './hold-statement.ts';

/** A statement as it is held without what was cut from it. */
export interface HeldWithoutRiders extends HeldStatement {
  readonly plain: string;
  readonly cuts: readonly Rider[];
}

/**
 * Holds a statement, without the parts of it that ride along where that leaves what is proven: markup that no note has, where the rest is
 * not refused; what follows the last marker and what stands in round brackets, where the rest is the note's own words. So a rider never
 * takes a true statement with it. Brackets are left to a judge where one is asked, and stay where all that is not refused does.
 */
export function holdWithoutRiders(input: HeldInput): HeldWithoutRiders {
  const whole = { ...hold(input), plain: input.plain, cuts: [] };
  if (whole.refusal === null && whole.wording === 'quoted') return whole;
  const { unit, places, settings } = input;
  if (unit.role === 'code' || unit.role === 'head') return whole;
  const { markup, tail, asides } = findRiders(unit, places, settings);
  const isOpen = settings.policy !== 'mark' && settings.judge === null;
  const kept = markup.length === 0 ? null : holdCut(input, markup);
  for (const extra of [tail, isOpen ? asides : [], isOpen ? [...asides, ...tail] : []]) {
    if (extra.length === 0) continue;
    const cut = holdCut(input, [...markup, ...extra]);
    if (cut?.refusal === null && cut.wording === 'quoted') return cut;
  }
  return kept?.refusal === null ? kept : whole;
}

/** What is left has to begin as a text does: no mark may come to stand at the start of a line. */
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
  return { ...hold({ ...input, unit: rest, plain }), plain, cuts };
}

/** In order, without those that stand inside another. */
function toApart(riders: readonly Rider[]): Rider[] {
  const apart: Rider[] = [];
  for (const rider of riders.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (rider.start >= (apart.at(-1)?.end ?? 0)) apart.push(rider);
  return apart;
}
