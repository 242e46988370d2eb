import type { Claim } from '@memora/claims';
import { type AskedTime, besideEvent, readAskedEvent, readAskedTime } from '@memora/language/asked-time';
import { scanDates } from '@memora/language/dates';
import type { Hit } from '@memora/retrieval';

/** The time that a question names. */
export interface TimedQuestion {
  readonly time: AskedTime;
  /** The words that name it. */
  readonly words: string;
  /** The question without them. */
  readonly subject: string;
  /** The event that dates the question. */
  readonly event: Claim | null;
}

/** Finds the claims that say when something happened. */
type FindEvent = (event: string) => Promise<readonly Hit[]>;

/** Reads the time of a question; null if it names none. `before the move` is a time if a dated note contains all its words. */
export async function readQuestionTime(
  question: string,
  now: Date,
  findEvent: FindEvent,
): Promise<TimedQuestion | null> {
  const time = readAskedTime(question, { now });
  if (time !== null) return { time, ...without(question, time), event: null };
  const asked = readAskedEvent(question);
  const found = asked === null ? null : chooseEvent(await findEvent(asked.event));
  if (asked === null || found === null) return null;
  const beside = besideEvent(asked, found.from, found.until, now);
  return { time: beside, ...without(question, beside), event: found.claim };
}

function without(question: string, { start, end }: AskedTime) {
  const subject = `${question.slice(0, start)} ${question.slice(end)}`.replace(/\s+/gu, ' ').trim();
  return { words: question.slice(start, end), subject };
}

/** Minimum share of an event's words in the claim itself. */
const NAMED = 0.99;

/** The first claim that contains all the words of an event and its own day, month or year. */
function chooseEvent(
  hits: readonly Hit[],
): { readonly claim: Claim; readonly from: string; readonly until: string } | null {
  for (const { claim, why, snippet } of hits) {
    if (why.ownCoverage < NAMED || claim.assertion !== 'asserted') continue;
    const [written] = scanDates(snippet);
    const date = written?.date ?? (claim.precision === 'unknown' ? null : claim.validFrom);
    const days = date === null ? null : daysOf(date);
    if (days !== null) return { claim, ...days };
  }
  return null;
}

/** The first day of a date and the day after its last. */
function daysOf(date: string): { readonly from: string; readonly until: string } | null {
  const [year = Number.NaN, month, day] = date.slice(0, 10).split('-').map(Number);
  if (Number.isNaN(year)) return null;
  const toDay = (y: number, m: number, d: number) =>
    new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10);
  if (month === undefined) return { from: toDay(year, 1, 1), until: toDay(year + 1, 1, 1) };
  if (day === undefined) return { from: toDay(year, month, 1), until: toDay(year, month + 1, 1) };
  return { from: toDay(year, month, day), until: toDay(year, month, day + 1) };
}
