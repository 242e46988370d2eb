import { decodeText } from '@memora/core';
import { type AskedKind, declares } from '@memora/language/asked';
import type { HitPassage } from '@memora/retrieval';
import type { FoundPassage } from './unit.ts';

/** Which passages a unit is to show. */
export interface UnitPlan {
  readonly best: FoundPassage;
  /** In file order; empty for a claim that stands in no passage. */
  readonly passages: readonly HitPassage[];
  readonly found: readonly FoundPassage[];
}

/** What planning knows of a note. */
export interface NotePassages {
  readonly passages: readonly HitPassage[];
  /** As the file is now; null where it is gone. */
  readonly bytes: Uint8Array | null;
}

export interface PlanOptions {
  /** Of how something is done, a whole section tells. */
  readonly asked: AskedKind;
}

/** In bytes of the note: so much of neighbouring paragraphs is read together, and so much of a list. */
const MOST_PROSE = 480;
const MOST_LIST = 1_200;
/** Points of a list without numbers that are read together, or may be steps; a longer one is a list of things, such as a changelog. */
const MOST_POINTS = 8;
/** Passages beside the best that are as good as this share of it belong to the same unit. */
const AS_GOOD = 0.85;

/**
 * Puts together what is read together: a lead-in and its list, code and the line that introduces it, the steps of a section, short paragraphs under one
 * heading that all answer. Each passage is in one unit at most.
 */
export function planUnits(
  found: readonly FoundPassage[],
  notesByPassage: ReadonlyMap<number, NotePassages>,
  options: PlanOptions,
): UnitPlan[] {
  const plans: UnitPlan[] = [];
  const used = new Set<number>();
  const foundByKey = new Map(
    found.flatMap((each) => (each.passage === null ? [] : [[each.passage.key, each] as const])),
  );
  for (const best of found) {
    const key = best.passage?.key;
    if (key !== undefined && used.has(key)) continue;
    const note = key === undefined ? undefined : notesByPassage.get(key);
    const at = note?.passages.findIndex((each) => each.key === key) ?? -1;
    if (note === undefined || best.passage === null || at < 0) {
      plans.push({ best, passages: best.passage === null ? [] : [best.passage], found: [best] });
      if (key !== undefined) used.add(key);
      continue;
    }
    const isOpen = ({ key: each }: HitPassage) => !used.has(each);
    const [from, to] = rangeAround(note, at, foundByKey, best.score, options);
    const passages = note.passages.slice(from, to + 1).filter(isOpen);
    for (const each of passages) used.add(each.key);
    const inside = passages.flatMap((each) => foundByKey.get(each.key) ?? []);
    plans.push({ best, passages, found: inside.toSorted((a, b) => b.score - a.score) });
  }
  return plans;
}

type Range = readonly [from: number, to: number];

function rangeAround(
  { passages, bytes }: NotePassages,
  at: number,
  foundByKey: ReadonlyMap<number, FoundPassage>,
  score: number,
  { asked }: PlanOptions,
): Range {
  const here = passages[at] as HitPassage;
  const inSection = (i: number) => passages[i]?.section === here.section;
  const sizeOf = ([from, to]: Range) => (passages[to]?.span.end ?? 0) - (passages[from]?.span.start ?? 0);
  const isLead = (i: number) =>
    inSection(i) && bytes !== null && endsInColon(bytes, passages[i] as HitPassage);
  const runAround = (i: number, kind: HitPassage['kind']): Range => {
    let [from, to] = [i, i];
    while (inSection(from - 1) && passages[from - 1]?.kind === kind) from--;
    while (inSection(to + 1) && passages[to + 1]?.kind === kind) to++;
    return [from, to];
  };
  const listAround = (i: number) => runAround(i, 'item');
  // Points of a long list without numbers are no steps of one thing; code between them belongs to the point before it.
  const isOfList = (i: number) => inSection(i) && ['item', 'code'].includes(passages[i]?.kind ?? '');
  const isTip = (i: number) => {
    if (!isOfList(i) || isNumbered(bytes, here)) return false;
    let [from, to] = [i, i];
    while (isOfList(from - 1)) from--;
    while (isOfList(to + 1)) to++;
    const points = passages.slice(from, to + 1).filter(({ kind }) => kind === 'item');
    return points.length > MOST_POINTS || (bytes !== null && areThings(bytes, points));
  };
  const withCode = (i: number): Range => {
    const from = here.kind === 'code' && isOfList(i - 1) ? i - 1 : i;
    const to = here.kind === 'item' && passages[i + 1]?.kind === 'code' && inSection(i + 1) ? i + 1 : i;
    return [from, to];
  };
  // A point that ends in a colon says what stands indented under it.
  const withPoints = (i: number): Range => {
    if (bytes === null || !isLead(i)) return [i, i];
    const own = indentOf(bytes, passages[i] as HitPassage);
    let to = i;
    while (
      isOfList(to + 1) &&
      indentOf(bytes, passages[to + 1] as HitPassage) > own &&
      sizeOf([i, to + 1]) <= MOST_LIST
    )
      to++;
    return [i, to];
  };
  if (here.kind === 'property') return [at, at];
  const led = here.kind === 'item' ? withPoints(at) : null;
  if (led !== null && led[1] > at && (asked === 'how-to' ? isTip(at) : true)) return led;
  if (asked === 'how-to' && isTip(at)) return withCode(at);
  if (asked === 'how-to') {
    let range: Range = [at, at];
    for (;;) {
      const [from, to] = range;
      const wider: Range[] = [
        [from, inSection(to + 1) ? to + 1 : to],
        [inSection(from - 1) ? from - 1 : from, to],
      ];
      const next = wider.find((each) => sizeOf(each) > sizeOf(range) && sizeOf(each) <= MOST_LIST);
      if (next === undefined) return range;
      range = next;
    }
  }
  if (here.kind === 'item') {
    const [from, to] = listAround(at);
    const lead = isLead(from - 1) ? from - 1 : from;
    // Of a long list, the point that answers is read: one of a dozen directors, each with their years.
    const isShort = to - from + 1 <= MOST_POINTS && sizeOf([lead, to]) <= MOST_PROSE;
    return isShort ? [lead, to] : [at, at];
  }
  if (here.kind === 'code') return [inSection(at - 1) && passages[at - 1]?.kind !== 'code' ? at - 1 : at, at];
  if (here.kind === 'row') return [at, at];
  let range: Range = [at, at];
  if (isLead(at)) {
    const next = passages[at + 1];
    if (next !== undefined && inSection(at + 1)) {
      const { kind } = next;
      range = [at, kind === 'item' || kind === 'row' ? runAround(at + 1, kind)[1] : at + 1];
      while (sizeOf(range) > MOST_LIST && range[1] > at + 1) range = [at, range[1] - 1];
      return range;
    }
  }
  for (;;) {
    const [from, to] = range;
    const isGood = (i: number) => {
      const other = foundByKey.get(passages[i]?.key ?? -1);
      const answers = other !== undefined && other.score >= score * AS_GOOD && other.ownCoverage > 0;
      return answers && inSection(i) && passages[i]?.kind === 'paragraph';
    };
    const wider: Range[] = [
      [from, isGood(to + 1) ? to + 1 : to],
      [isGood(from - 1) ? from - 1 : from, to],
    ];
    const next = wider.find((each) => sizeOf(each) > sizeOf(range) && sizeOf(each) <= MOST_PROSE);
    if (next === undefined) return range;
    range = next;
  }
}

function isNumbered(bytes: Uint8Array | null, { span }: HitPassage): boolean {
  if (bytes === null) return false;
  const start = bytes.lastIndexOf(0x0a, Math.max(0, span.start - 1)) + 1;
  return /^[\s>]*\d{1,9}[.)]\s/u.test(decodeText(bytes.subarray(start, span.start + 12)).text);
}

/** How far in the line of a passage begins. */
function indentOf(bytes: Uint8Array, { span }: HitPassage): number {
  const start = bytes.lastIndexOf(0x0a, Math.max(0, span.start - 1)) + 1;
  return [...(/^[\s>]*/u.exec(decodeText(bytes.subarray(start, span.start)).text)?.[0] ?? '')].length;
}

/** True for points of which more say how something is than what to do: a list of news is no way to do anything. */
function areThings(bytes: Uint8Array, points: readonly HitPassage[]): boolean {
  const telling = points.filter(({ span }) =>
    declares(decodeText(bytes.subarray(span.start, span.end)).text),
  );
  return points.length > 1 && telling.length * 2 > points.length;
}

function endsInColon(bytes: Uint8Array, { span }: HitPassage): boolean {
  const end = new TextDecoder().decode(bytes.subarray(Math.max(span.start, span.end - 12), span.end));
  return /[:：][*_\s]*$/u.test(end);
}
