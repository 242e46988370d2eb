/** A note in the tree. Secret notes are in no list. */
export interface ListedNote {
  readonly path: string;
}
