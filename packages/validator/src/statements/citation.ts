/** A position in an answer, in both units. */
export interface TextOffset {
  /** UTF-16 code units from the start of the answer. */
  readonly utf16: number;
  /** Bytes of the answer's UTF-8 form. */
  readonly utf8: number;
}

/** One id in one marker of an answer. A bracket with three ids gives three citations that share `start` and `end`. */
export interface Citation {
  /** The id as written, in lower case; if that is not a valid id, the text in its place. */
  readonly claimId: string;
  /** True if the content of the marker is not a valid claim id. */
  readonly malformed: boolean;
  /** The whole marker as written in the answer. */
  readonly raw: string;
  /** UTF-16 range of the whole marker, half-open. */
  readonly start: number;
  readonly end: number;
  /** The start of the marker. */
  readonly offset: TextOffset;
}
