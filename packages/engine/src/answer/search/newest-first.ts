import type { ReadPassage } from '../passages/read-passage.ts';

/**
 * Sorts passages whose best sentences differ only in figures by date, newest first: they are equally about
 * the question, and a later figure usually replaces an earlier one. All other passages keep their places,
 * including those with a future date. Nothing is sorted if the question contains a figure, because that may
 * be the one that is meant.
 */
export function newestFirst(
  question: string,
  read: readonly ReadPassage[],
  now: Date,
): readonly ReadPassage[] {
  if (hasFigure(question)) return read;
  const today = now.toISOString().slice(0, 10);
  const keys = new Map(read.map((each) => [each, keyOf(each, today)]));
  const groups = Map.groupBy(read, (each) => keys.get(each) ?? null);
  const turns = new Map(
    [...groups].map(([key, group]) => [key, (key === null ? group : group.toSorted(byDate)).values()]),
  );
  return read.flatMap((each) => turns.get(keys.get(each) ?? null)?.next().value ?? []);
}

/**
 * Returns a key that is the same for passages that differ only in figures; null for a passage without a
 * figure or without a date up to today.
 */
function keyOf({ found }: ReadPassage, today: string): string | null {
  const { best, coverage, holds, passage } = found;
  const [date] = passage.context.dates;
  if (best === null || date === undefined || date > today || !hasFigure(best.text)) return null;
  const words = [...best.text.toLowerCase()].filter((character) => !PARTS_OF_FIGURES.has(character));
  return JSON.stringify([words.join(''), coverage, passage.context.speaker, holds]);
}

function byDate(a: ReadPassage, b: ReadPassage): number {
  const [first, second] = [a, b].map(({ found }) => found.passage.context.dates[0] ?? '');
  // `2026` and `2026-05` may be the same day.
  const length = Math.min(first?.length ?? 0, second?.length ?? 0);
  const [from, to] = [first?.slice(0, length) ?? '', second?.slice(0, length) ?? ''];
  return from < to ? 1 : from > to ? -1 : 0;
}

const DIGITS = new Set('0123456789');
/** Digits, and what separates groups of them. */
const PARTS_OF_FIGURES = new Set([...DIGITS, '.', ',', "'", '’', ' ', '\u00a0', '\u202f', '\n']);

function hasFigure(text: string): boolean {
  return [...text].some((character) => DIGITS.has(character));
}
