/** Whom or what a name means, and its other names. */
export interface NamesView {
  readonly name: string;
  readonly others: readonly string[];
}
