import type { TextRange } from '@memora/language/sentences';

/** The kind of a figure. Only figures of one kind can replace each other. */
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
  /** The bound of a number at an end of a range: in `10–20 km`, 10 km is `above` and 20 km is `below`. */
  readonly limit: '' | 'above' | 'below';
  /** The parts of a date. */
  readonly date: {
    readonly year: number | null;
    readonly month: number | null;
    readonly day: number | null;
  } | null;
  /** The word after it, in lower case: the counted thing. */
  readonly counted: string;
  /** The word before it, in lower case: the numbered thing. */
  readonly numbered: string;
}
