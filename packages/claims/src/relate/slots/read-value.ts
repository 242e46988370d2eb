import { normaliseTerm } from '@memora/core';
import { findDate, isDateOnly } from '@memora/language/dates';
import { readNumbers, versionOf } from '@memora/language/numbers';

/** A value in a form that can be compared with others in its slot. */
export interface SlotValue {
  /** A statement can have only one `number` or `date`; `text` is a short name or state. */
  readonly kind: 'number' | 'date' | 'text';
  /** The unit or counted thing: values of different units are never compared. */
  readonly unit: string;
  /** Equal for equal values, however they are written. */
  readonly value: string;
  /** True for a text with digits: an address, a telephone number, a code. */
  readonly isTyped?: boolean;
}

/** A longer text is a description. */
const MOST_WORDS = 4;
/** A value with a comma is a list, unless it is an address: "Rua da Rosa 112, Lisbon". */
const MOST_OF_ADDRESS = 8;

/** Reads a value; null for a text that is not a single value: a list, an address, a description. */
export function readValue(text: string): SlotValue | null {
  const plain = normaliseTerm(text).replace(/[.。]$/u, '');
  if (plain === '' || plain.includes('://')) return null;
  if (isDateOnly(text)) {
    const date = findDate(text);
    if (date?.validFrom != null) return { kind: 'date', unit: '', value: date.validFrom };
  }
  const rest = plain.split(' ');
  const isTyped = rest.some((word) => word >= '0' && word < ':');
  const named: SlotValue = { kind: 'text', unit: '', value: plain, isTyped };
  if (/[,;、，]|^\[/u.test(plain.replace(/(?<=\p{Nd})[,](?=\p{Nd})/gu, ''))) {
    const isAddress = isTyped && rest.length <= MOST_OF_ADDRESS && plain.split(', ').length === 2;
    return isAddress ? named : null;
  }
  if (rest.length > MOST_WORDS + 1) return null;
  const [number, ...more] = readNumbers(plain);
  if (
    number !== undefined &&
    more.length === 0 &&
    number.bound === '' &&
    !number.ordinal &&
    !number.spelled
  ) {
    const around = `${plain.slice(0, number.start)} ${plain.slice(number.end)}`.replace(/\s+/gu, ' ').trim();
    // A number among words belongs to an address or a name; one after a letter or a dot to a version: v2.6.
    const before = plain.charAt(number.start - 1);
    const isPart = before === '.' || before.toLowerCase() !== before.toUpperCase();
    if (number.unit === '' && (isPart || around.includes(' '))) return named;
    const value =
      versionOf(number) ?? (number.values.length > 0 ? String(Math.max(...number.values)) : number.text);
    return { kind: 'number', unit: `${number.unit} ${around}`.trim(), value };
  }
  return rest.length > MOST_WORDS ? null : named;
}
