/** A piece of text on one baseline, in points from the lower left corner of its page. */
export interface Fragment {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly isRtl: boolean;
}

/** A line of a column. */
export interface PdfLine {
  readonly text: string;
  /** Where it begins, from the left edge of the page; of a right-to-left line, mirrored within its column. */
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** The edges of the column that it is in. */
  readonly column: { readonly x: number; readonly right: number };
  /** The rows of a table that is here, whose first row is the line. */
  readonly table?: readonly (readonly string[])[];
}

/** A page as lines in reading order. */
export interface PdfPage {
  /** From 1. */
  readonly number: number;
  readonly height: number;
  readonly lines: readonly PdfLine[];
}
