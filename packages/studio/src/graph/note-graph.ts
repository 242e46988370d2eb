/** Notes, and which of them have to do with each other. */
export interface NoteGraph {
  readonly notes: readonly { readonly path: string; readonly links: number }[];
  /** Pairs of indexes into `notes`. */
  readonly links: readonly (readonly [number, number])[];
  /** Notes that are not drawn. */
  readonly left: number;
}
