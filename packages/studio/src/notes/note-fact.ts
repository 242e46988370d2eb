/** What another place says about a line of a note. */
export interface OtherPlace {
  readonly how: 'replaced by' | 'replaces' | 'contradicts';
  readonly path: string;
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** A line of a note about which there is something to know. */
export interface NoteFact {
  readonly text: string;
  readonly status: 'holds' | 'replaced' | 'contradicted' | 'doubtful';
  readonly span: { readonly start: number; readonly end: number };
  readonly others: readonly OtherPlace[];
}
