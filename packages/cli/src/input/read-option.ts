import { MemoraError } from '@memora/core';
import type { CommandOptions } from '../program/command-spec.ts';

/** The text of an option, or nothing if it was not given. */
export function readText(options: CommandOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** True if a flag was given. */
export function readFlag(options: CommandOptions, name: string): boolean {
  return options[name] === true;
}

/** A whole number of at least `min`. Throws `USAGE` with the option and the value. */
export function readInteger(options: CommandOptions, name: string, min: number): number | undefined {
  const text = readText(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usageError(`--${flag} takes a whole number of at least ${min}, not ${JSON.stringify(text)}`);
}

/**
 * A date or instant: `2026`, `2026-03`, `2026-03-05`, `2026-Q1` or an ISO instant. Returned as written.
 * Throws `USAGE` for anything else.
 */
export function readDate(options: CommandOptions, name: string, flag: string): string | undefined {
  const text = readText(options, name)?.trim();
  if (text === undefined) return undefined;
  const shape =
    /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?|-Q[1-4])?$/;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (shape.test(text) && isRealDay(day)) return text;
  throw usageError(`${flag} takes a date such as 2026-03-05, not ${JSON.stringify(text)}`);
}

/** The point on both time axes that `--as-of` and `--known-at` name; nothing if neither was given. */
export function readAsOf(
  options: CommandOptions,
): { readonly valid?: string; readonly known?: string } | undefined {
  const valid = readDate(options, 'asOf', '--as-of');
  const known = readDate(options, 'knownAt', '--known-at');
  if (valid === undefined && known === undefined) return undefined;
  return { ...(valid === undefined ? {} : { valid }), ...(known === undefined ? {} : { known }) };
}

/** Wrong usage of the command line: exit code 2. */
export function usageError(message: string, hint?: string): MemoraError<'USAGE'> {
  return new MemoraError(message, { code: 'USAGE', ...(hint === undefined ? {} : { hint }) });
}

/** Also false for 2026-02-30, which `Date` would turn into a day in March. */
function isRealDay(day: string | undefined): boolean {
  if (day === undefined) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
