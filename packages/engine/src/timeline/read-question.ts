import type { Claim } from '@memora/claims';
import { readAskedKind } from '@memora/language/asked';
import {
  type AskedTime,
  besideEvent,
  type QuestionAim,
  readAskedEvent,
  readAskedTime,
  readQuestionAim,
} from '@memora/language/asked-time';
import { scanDates } from '@memora/language/dates';
import type { Evidence } from '../answer/evidence/evidence.ts';

/** A question about time, taken apart. */
export interface TimedQuestion {
  readonly time: AskedTime | null;
  readonly aim: QuestionAim['aim'] | null;
  /** True where it is asked how something changed, and not only what became of it. */
  readonly isSequence?: boolean;
  /** The question without the words that say a time or ask for a history: what notes would say. */
  readonly subject: string;
  /** The words that say the time. */
  readonly words: string;
  /** What the question dates by. */
  readonly event: Claim | null;
}

/** What finds the claim that tells when something was. */
type FindEvent = (event: string) => Promise<readonly Evidence[]>;

/**
 * Takes a question about time apart; null for any other. `before the move` is a time where a note tells, with a date, of what all its words
 * say; a question how to do something is about no time of the past.
 */
export async function readQuestion(
  question: string,
  now: Date,
  findEvent: FindEvent,
): Promise<TimedQuestion | null> {
  const aim = readQuestionAim(question);
  const history = aim?.aim === 'history' ? aim.spans : [];
  let time = readAskedTime(question, { now });
  let event: Claim | null = null;
  if (time === null && readAskedKind(question) !== 'how-to') {
    const read = readAskedEvent(question);
    // `Since when` asks for a time, and dates by none.
    const asked =
      aim?.spans.some(([start, end]) => read !== null && read.start < end && start < read.end) === true
        ? null
        : read;
    const found = asked === null ? null : chooseEvent(await findEvent(asked.event));
    if (asked !== null && found !== null) {
      event = found.claim;
      time = besideEvent(asked, found.from, found.until, now);
    }
  }
  if (time === null && aim === null) return null;
  const cut = [...history, ...(time === null ? [] : [[time.start, time.end] as const])];
  // A history up to today is all of it.
  const isToday = aim?.aim === 'history' && time?.asOf === now.toISOString().slice(0, 10);
  return {
    time: isToday ? null : time,
    aim: aim?.aim ?? null,
    isSequence: aim?.aim === 'history' && aim.isSequence,
    subject: without(question, cut),
    words: time === null || isToday ? '' : question.slice(time.start, time.end),
    event,
  };
}

/** So much of an event's words has to stand in the claim itself. */
const NAMED = 0.99;

/** The claim that says all the words of an event and a day, month or year of its own; the one that was found first. */
function chooseEvent(
  evidence: readonly Evidence[],
): { readonly claim: Claim; readonly from: string; readonly until: string } | null {
  for (const { claim, ownCoverage, text } of evidence) {
    if (ownCoverage < NAMED || claim.assertion !== 'asserted') continue;
    const [written] = scanDates(text);
    const date = written?.date ?? (claim.precision === 'unknown' ? null : claim.validFrom);
    const days = date === null ? null : daysOf(date);
    if (days !== null) return { claim, ...days };
  }
  return null;
}

/** The first day of a date and the day behind its last. */
function daysOf(date: string): { readonly from: string; readonly until: string } | null {
  const [year = Number.NaN, month, day] = date.slice(0, 10).split('-').map(Number);
  if (Number.isNaN(year)) return null;
  const toDay = (y: number, m: number, d: number) =>
    new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10);
  if (month === undefined) return { from: toDay(year, 1, 1), until: toDay(year + 1, 1, 1) };
  if (day === undefined) return { from: toDay(year, month, 1), until: toDay(year, month + 1, 1) };
  return { from: toDay(year, month, day), until: toDay(year, month, day + 1) };
}

function without(text: string, spans: readonly (readonly [start: number, end: number])[]): string {
  return spans
    .toSorted((a, b) => b[0] - a[0])
    .reduce((rest, [start, end]) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .replace(/\s+/gu, ' ')
    .trim();
}
