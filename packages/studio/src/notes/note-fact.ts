/** What another place says about a line of a note. */
export interface OtherPlace {
  readonly how: 'replaced by' | 'replaces' | 'contradicts';
  readonly path: string;
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** A line of a note about which there is something to know. */
export interface NoteFact {
  readonly id: string;
  readonly text: string;
  /** What it is about: a timeline leads on from there. */
  readonly about: string;
  readonly status: 'holds' | 'replaced' | 'contradicted' | 'doubtful';
  readonly span: { readonly start: number; readonly end: number };
  readonly others: readonly OtherPlace[];
}

/** What is known of a note. */
export interface NoteMargin {
  readonly facts: readonly NoteFact[];
  /** Notes that link to it. */
  readonly linkedFrom: readonly string[];
  /** Saved answers that cite lines of it. */
  readonly citedBy: readonly string[];
}

/** What became of a line, in time. */
export interface FactEvent {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
}

/** What notes said about one thing, the oldest first. */
export interface TimelineEntry {
  readonly text: string;
  readonly path: string;
  readonly title: string;
  readonly span: { readonly start: number; readonly end: number };
  /** ISO 8601, or its beginning; null if the time is unknown. */
  readonly from: string | null;
  readonly until: string | null;
  readonly status: NoteFact['status'];
}
