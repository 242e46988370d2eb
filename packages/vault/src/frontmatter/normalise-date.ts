import { toInstantText } from '@memora/core';

const DATE =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[Tt ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const SLASHED = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[Tt]?(\d{2})(\d{2})(\d{2})?)?$/;

/**
 * Reads a date as people write it in frontmatter: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYY/MM/DD`, with or without a time and a zone, `[[2024-05-01]]`. Returns
 * `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`; a time without a zone is read as UTC. `null` if it is not a calendar date, or its order can be
 * read two ways (`03/04/2024`).
 */
export function normaliseDate(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : toSecond(value.getTime());
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value)
    .trim()
    .replace(/^\[\[(.*)\]\]$/, '$1');
  const match = DATE.exec(text) ?? SLASHED.exec(text);
  if (match !== null) return assemble(match.slice(1));
  const compact = COMPACT.exec(text);
  return compact === null ? null : assemble(compact.slice(1));
}

/** To the second, like every timestamp that Memora writes. */
export function toSecond(milliseconds: number): string {
  return toInstantText(Math.floor(milliseconds / 1000) * 1000);
}

function assemble([year, month, day, hour, minute, second, zone]: (string | undefined)[]): string | null {
  if (year === undefined) return null;
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return null;
  const monthText = `${year}-${month.padStart(2, '0')}`;
  if (day === undefined) return monthText;
  const date = `${monthText}-${day.padStart(2, '0')}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null;
  if (hour === undefined || minute === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000;
  return toSecond(midnight + time - zoneOffset(zone));
}

function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return (zone[0] === '-' ? -minutes : minutes) * 60_000;
}
