import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { holdsFigure } from '@memora/language/asked';
import type { AskedTime } from '@memora/language/asked-time';
import type { Evidence } from '../answer/evidence/evidence.ts';
import { groupSlots, type Slot, type SlotValue } from './group-slots.ts';
import type { TimedQuestion } from './read-question.ts';

/** What answers a question about time: the value that holds first, what was before it behind it, what came after it last. */
export interface Timeline {
  /** How well it answers; comparable between wordings of one question. */
  readonly score: number;
  readonly lines: readonly TimelineLine[];
}

export interface TimelineLine {
  readonly value: SlotValue;
  /** `now` for the one value that holds, `since` for one of several, `was` for what something newer has ended. */
  readonly mark: 'now' | 'since' | 'was' | null;
}

/** More than this nobody reads; a history is read to its end. */
const MOST_LINES = 6;
const MOST_OF_HISTORY = 24;
/** From this share of the question's words on, a slot of several values in time answers: their order is what was asked for. */
const SLOT_COVERAGE = 0.35;

/** The slot that answers, in the order in which it is told; null where none of several values does. */
export function chooseTimeline(evidence: readonly Evidence[], question: TimedQuestion): Timeline | null {
  const asserted = evidence.filter(
    ({ claim, inFrontmatter }) => claim.assertion === 'asserted' && !inFrontmatter,
  );
  const best = groupSlots(asserted)
    .filter(isInTime)
    .map((slot) => ({ slot, score: scoreOf(slot, question) }))
    .filter(({ slot, score }) => score >= SLOT_COVERAGE && heldThen(slot, question.time).length > 0)
    .sort((a, b) => b.score - a.score)[0];
  if (best === undefined) return null;
  const { slot, score } = best;
  const lines = question.aim === 'history' ? toHistory(slot, question.time) : toAnswer(slot, question);
  return lines.length === 0 ? null : { score, lines };
}

/** The values of the thing that a claim is about, the newest first; null where it has but one. */
export function timelineOf(claim: Claim, evidence: readonly Evidence[]): TimelineLine[] | null {
  const asserted = evidence.filter((each) => each.claim.assertion === 'asserted' && !each.inFrontmatter);
  const slot = groupSlots(asserted).find(({ values }) => values.some((value) => value.claim.id === claim.id));
  // Two things may have a value of the same kind: the interval of a buoy tells nothing of a crane's.
  const subject = normaliseTerm(claim.subject);
  const own = slot?.values.filter((value) => normaliseTerm(value.claim.subject) === subject) ?? [];
  return isInTime({ values: own }) ? toHistory({ values: own }, null).slice(0, MOST_LINES) : null;
}

/** Two values at least, with another day each. */
function isInTime({ values }: Slot): boolean {
  return new Set(values.flatMap(({ from }) => from ?? [])).size > 1;
}

/** How well a slot answers: what its claims hold of the question, whether its words are kin to the question's, and whether its values can be what is asked for. */
function scoreOf({ values }: Slot, { subject }: TimedQuestion): number {
  const coverage = Math.max(...values.map(({ ownCoverage }) => ownCoverage));
  const words = contentWords(subject);
  const said = new Set(values.flatMap(({ text }) => contentWords(text)));
  const kin =
    words.filter((word) => [...said].some((other) => isKin(word, other))).length / Math.max(1, words.length);
  const shape = shapeOf(subject);
  const fits = shape === null || values.every(({ value, text }) => shape(value, text));
  return coverage + 0.2 * kin - (fits ? 0 : 0.25);
}

/** One word begins with the other, or both with the same five letters: `database` and `data`, `provider` and `provides`. */
function isKin(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  return length >= 4 && a.slice(0, Math.min(5, length)) === b.slice(0, Math.min(5, length));
}

function contentWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

/** What the values of an answer look like, by the first words of a question; null where anything may be one. */
function shapeOf(question: string): ((value: readonly string[], text: string) => boolean) | null {
  if (
    /^\P{L}*(?:how (?:much|many|long|old|big|large|high)|wie ?viele?|combien|cuánt|quant|hoeveel|сколько)/iu.test(
      question,
    )
  )
    return (value) => value.some((word) => holdsFigure(word) || ONE_OR_NONE.test(word));
  if (/^\P{L}*(?:who|whom|whose|wer|wem|wen|qui|quién|chi|quem|wie|кто)(?!\p{L})/iu.test(question))
    return (value, text) => value.some((word) => startsUpper(word, text));
  return null;
}

/** Answers to `how many` that hold no figure. */
const ONE_OR_NONE = /^(?:one|no|none)$/u;

function startsUpper(word: string, text: string): boolean {
  const at = text.toLowerCase().indexOf(word);
  return at >= 0 && /^\p{Lu}/u.test(text.slice(at));
}

/** The values that held at some day of the time; all of them without one. */
function heldThen({ values }: Slot, time: AskedTime | null): SlotValue[] {
  return time === null
    ? [...values]
    : values.filter(
        ({ from, claim }) =>
          (time.until === null || from === null || from < time.until) &&
          (time.from === null || claim.validUntil === null || claim.validUntil > time.from),
      );
}

/** All that was, the newest first; of a time only what held in it. */
function toHistory(slot: Slot, time: AskedTime | null): TimelineLine[] {
  const values = heldThen(slot, time);
  // Where nothing ended the older ones, all of them may hold.
  const current = values.filter(({ claim }) => claim.status !== 'superseded').length > 1 ? 'since' : 'now';
  return values
    .slice(0, MOST_OF_HISTORY)
    .map((value) => ({ value, mark: value.claim.status === 'superseded' ? 'was' : current }));
}

function toAnswer(slot: Slot, { time, aim, subject }: TimedQuestion): TimelineLine[] {
  const held = heldThen(slot, time);
  if (aim === 'date' && time === null) return toDated(slot, subject);
  const side = time?.side ?? 'in';
  if (side === 'after') {
    const first = held.findLast(({ from }) => from !== null && time?.from != null && from >= time.from);
    const before = held.find(({ from }) => from === null || time?.from == null || from <= time.from);
    const start = before ?? first;
    const later = held
      .filter(({ from }) => from !== null && start?.from != null && from > start.from)
      .toReversed();
    return toLines([...(start === undefined ? [] : [start]), ...later]);
  }
  const [newest, ...older] = held;
  // What began before the time and was ended in it belongs to it; what something newer had replaced before does not.
  const inside = older.filter(
    ({ from, claim }) =>
      (from !== null && time?.from != null && from >= time.from) ||
      (time?.from != null &&
        claim.validUntil !== null &&
        claim.validUntil > time.from &&
        side !== 'before' &&
        side !== 'until'),
  );
  return toLines([...(newest === undefined ? [] : [newest]), ...inside]);
}

/** So much of a question for a date has to stand in the claim that names what it asks for. */
const DATED_COVERAGE = 0.5;

/** Since when, and when: the value that the question names, and the one that ended it. Where it names none, nothing is told by the others. */
function toDated({ values }: Slot, subject: string): TimelineLine[] {
  const words = new Set(contentWords(subject));
  const at = values.findIndex(({ value }) => value.some((word) => words.has(word)));
  const named = values[at];
  if (named === undefined || named.ownCoverage < DATED_COVERAGE) return [];
  if (named.claim.status !== 'superseded') return [{ value: named, mark: null }];
  const next = values[at - 1];
  return [named, ...(next === undefined ? [] : [next])].map((value) => ({
    value,
    mark: value.claim.status === 'superseded' ? 'was' : 'now',
  }));
}

/** The first is what was asked for, whatever came after it; of the others it is said that something newer ended them. */
function toLines(values: readonly SlotValue[]): TimelineLine[] {
  return values
    .slice(0, MOST_LINES)
    .map((value, i) => ({ value, mark: i > 0 && value.claim.status === 'superseded' ? 'was' : null }));
}
