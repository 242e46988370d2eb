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
  /** Its start from the left edge of the page; for a right-to-left line, mirrored within its column. */
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** The edges of its column. */
  readonly column: { readonly x: number; readonly right: number };
  /** The rows of a table that begins here; this line is the first of them. */
  readonly table?: readonly (readonly string[])[];
}

/** A page as lines in reading order. */
export interface PdfPage {
  /** 1-based. */
  readonly number: number;
  readonly height: number;
  readonly lines: readonly PdfLine[];
}
