import { normaliseTerm } from '@memora/core';
import { findDate, isDateOnly } from '@memora/language/dates';
import { readNumbers, versionOf } from '@memora/language/numbers';

/** A value as it is compared with others of its place. */
export interface SlotValue {
  /** `number` and `date` are what one statement can have one of; `text` is a short name or state. */
  readonly kind: 'number' | 'date' | 'text';
  /** What the number counts or measures: values of different units are never compared. */
  readonly unit: string;
  /** The same for the same value, however it is written. */
  readonly value: string;
}

/** A longer text is a description. */
const MOST_WORDS = 4;

/** Reads a value; null for a text that is no single value: a list, an address, a description. */
export function readValue(text: string): SlotValue | null {
  const plain = normaliseTerm(text).replace(/[.。]$/u, '');
  if (plain === '' || plain.includes('://')) return null;
  if (isDateOnly(text)) {
    const date = findDate(text);
    if (date?.validFrom != null) return { kind: 'date', unit: '', value: date.validFrom };
  }
  const rest = plain.split(' ');
  if (rest.length > MOST_WORDS + 1 || /[,;、，]|^\[/u.test(plain.replace(/(?<=\p{Nd})[,](?=\p{Nd})/gu, '')))
    return null;
  const [number, ...more] = readNumbers(plain);
  if (
    number !== undefined &&
    more.length === 0 &&
    number.bound === '' &&
    !number.ordinal &&
    !number.spelled
  ) {
    const around = `${plain.slice(0, number.start)} ${plain.slice(number.end)}`.replace(/\s+/gu, ' ').trim();
    const value =
      versionOf(number) ?? (number.values.length > 0 ? String(Math.max(...number.values)) : number.text);
    return { kind: 'number', unit: `${number.unit} ${around}`.trim(), value };
  }
  return rest.length > MOST_WORDS ? null : { kind: 'text', unit: '', value: plain };
}
