import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { Figure } from '../figures/figure.ts';
import { saidFigures } from '../figures/read-figures.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { figuresOf } from './check-figures.ts';

/** With more figures, not all pairs are added up. */
const MOST_FIGURES = 40;

/**
 * True if a missing number is the sum or difference of two existing ones of the same unit: `three of eleven
 * are gone` if eight are left; `135 minutes` for two hours and a quarter. It needs attention and refuses
 * nothing.
 */
export function isDerived(
  { kind, statementToken }: TokenDisagreement,
  plain: string,
  passages: readonly NotePassage[],
): boolean {
  if (kind === 'date') return isLaterDay(plain, statementToken, passages.flatMap(figuresOf));
  if (kind !== 'number') return false;
  const told = passages.flatMap(figuresOf).filter(isAmount);
  if (told.length > MOST_FIGURES) return false;
  return saidFigures(plain)
    .filter((figure) => figure.text === statementToken && isAmount(figure))
    .some((figure) => told.some((a) => told.some((b) => a !== b && isSum(figure, a, b))));
}

/** `8月3日に着き、5日に移る`: a day whose month comes from a date before it. */
function isLaterDay(plain: string, token: string | null, told: readonly Figure[]): boolean {
  const date = saidFigures(plain).find(({ text }) => text === token)?.date;
  if (date?.day == null) return false;
  const isMonth = (other: Figure['date']) =>
    other?.month === date.month && (date.year === null || other?.year === date.year);
  return told.some(
    ({ kind, keys, counted, start }) =>
      keys[0] === String(date.day) &&
      (kind === 'ordinal' || (kind === 'number' && counted.startsWith('日'))) &&
      told.some((other) => isMonth(other.date) && other.start < start),
  );
}

function isAmount({ kind, bound }: Figure): boolean {
  return (kind === 'number' || kind === 'year') && bound === '';
}

function isSum(figure: Figure, a: Figure, b: Figure): boolean {
  const [value, one, other] = [figure, a, b].map(amountOf);
  if (value === undefined || one === undefined || other === undefined) return false;
  if (value.unit !== one.unit || one.unit !== other.unit || !Number.isInteger(value.amount)) return false;
  return value.amount === one.amount + other.amount || value.amount === one.amount - other.amount;
}

/** Converts to the base unit of its kind, if it has one. */
function amountOf({ keys, unit }: Figure): { readonly amount: number; readonly unit: string } {
  const [amount, base] = (keys.find((key) => key.includes(' ')) ?? keys[0] ?? '').split(' ');
  return { amount: Number(amount), unit: base ?? unit };
}
