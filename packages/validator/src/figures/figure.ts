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
  /** Text in code marks: a command, an option, a name. */
  | 'literal'
  | 'address';

/** A figure of a text: anything exact that can be compared without interpretation. Offsets are UTF-16. */
export interface Figure extends TextRange {
  readonly kind: FigureKind;
  /** As written, with its sign, unit and multiplier. */
  readonly text: string;
  /** The forms by which it is searched. Two figures with a common form are the same. */
  readonly keys: readonly string[];
  /** For a number: `%`, a currency, a unit of measure, or nothing. */
  readonly unit: string;
  /** For a number: its bound or qualifier, which is part of the value: `above`, `below`, `about`, or a sign attached to it. */
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
