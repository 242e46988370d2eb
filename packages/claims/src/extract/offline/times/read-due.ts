import type { GuessedLanguage } from '@memora/language/detect';
import { en, type ParsedResult } from 'chrono-node';
import { dateReader } from './read-times.ts';

/** The signs of the Tasks plugin for Obsidian and the field that each one stands for. */
const FIELD_BY_SIGN: Readonly<Record<string, string>> = {
  '📅': 'due',
  '📆': 'due',
  '🗓': 'due',
  '⏳': 'scheduled',
  '🛫': 'start',
  '➕': 'created',
  '✅': 'done',
  '❌': 'cancelled',
};

/**
 * Returns the day on which a task is due: the day of its field (`📅 2026-05-01`, `[due:: 2026-05-01]`), else the last day in its words that is not before the
 * day on which it was written. `said` is that day, ISO 8601; null if the note has no date. Returns null for a task without a day.
 */
export function readDue(text: string, said: string | null, language: GuessedLanguage | null): string | null {
  const instant = new Date(`${(said ?? '2000-01-01').slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(instant.getTime())) return null;
  // With an unknown language a short word may be misread as a weekday: "sun", "mar".
  const reader = language === null ? en.strict : dateReader(language);
  const days = reader
    .parse(text, { instant, timezone: 0 }, { forwardDate: true })
    .filter((found) => isDay(found, said))
    .map((found) => ({ field: fieldBefore(text.slice(0, found.index)), day: dayOf(found) }));
  const due = days.find(({ field }) => field === 'due') ?? days.find(({ field }) => field === 'scheduled');
  if (due !== undefined) return due.day;
  const named = days.filter(({ field, day }) => field === null && day >= (said ?? '').slice(0, 10));
  return named.at(-1)?.day ?? null;
}

/** True for a full date; a relative day needs the note's date. */
function isDay({ start }: ParsedResult, said: string | null): boolean {
  const isFixed = start.isCertain('day') && start.isCertain('month') && start.isCertain('year');
  return isFixed || (said !== null && (start.isCertain('day') || start.isCertain('weekday')));
}

function dayOf({ start, end }: ParsedResult): string {
  return (end ?? start).date().toISOString().slice(0, 10);
}

/** Returns the field of a date; null for a date in prose. */
function fieldBefore(before: string): string | null {
  const rest = before.trimEnd().replaceAll('\u{fe0f}', '');
  for (const [sign, field] of Object.entries(FIELD_BY_SIGN)) if (rest.endsWith(sign)) return field;
  if (!rest.endsWith('::')) return null;
  const key = rest.slice(0, -2);
  const from = Math.max(key.lastIndexOf('['), key.lastIndexOf('('), key.lastIndexOf(' ')) + 1;
  return key.slice(from).trim().toLowerCase();
}
