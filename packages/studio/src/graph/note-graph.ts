/** Notes and names, and which of them have to do with each other. */
export interface NoteGraph {
  readonly notes: readonly { readonly path: string; readonly links: number }[];
  /** People and things that several notes speak of. */
  readonly names: readonly { readonly name: string; readonly links: number }[];
  /** Pairs of indexes into `notes`, and behind them `names`. */
  readonly links: readonly (readonly [number, number])[];
  /** How many are not drawn. */
  readonly left: { readonly notes: number; readonly names: number; readonly lines: number };
}
