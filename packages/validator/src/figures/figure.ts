import type { TextRange } from '@memora/language/sentences';

/** What a figure is. Only figures of one kind can be in each other's place. */
export type FigureKind =
  | 'number'
  | 'ordinal'
  | 'fraction'
  | 'year'
  | 'date'
  | 'weekday'
  | 'time'
  | 'version'
  | 'code'
  /** A stretch in code marks: a command, an option, a name. */
  | 'literal'
  | 'address';

/** A figure of a text: everything that is exact and can be compared without reading. Offsets are UTF-16. */
export interface Figure extends TextRange {
  readonly kind: FigureKind;
  /** As it is written, with its sign, unit and multiplier. */
  readonly text: string;
  /** The forms in which it may be found again. One that two figures have in common makes them the same. */
  readonly keys: readonly string[];
  /** Of a number: `%`, a currency, a unit of measure, or nothing. */
  readonly unit: string;
  /** Of a number: what bounds or qualifies it, part of the value: `above`, `below`, `about`, or a sign glued to it. */
  readonly bound: string;
  /** Of a number at an end of a range: what the range says of it without a word. `10–20 km` is `above` 10 km and `below` 20 km. */
  readonly limit: '' | 'above' | 'below';
  /** Of a date: what it says of itself. */
  readonly date: {
    readonly year: number | null;
    readonly month: number | null;
    readonly day: number | null;
  } | null;
  /** The word after it, in lower case: what it counts. */
  readonly counted: string;
  /** The word before it, in lower case: what it numbers. */
  readonly numbered: string;
}
