/** The store's record of its {@link ClaimIndex}es, by name: the version of each and whether a complete run has filled it. */
export interface IndexStatus {
  /** The version that built the index; null if the store has no such index. */
  readonly versionOf: (name: string) => number | null;
  /** True if a run over the whole vault has filled it since it was built; null if the store has no such index. */
  readonly isComplete: (name: string) => boolean | null;
  /** Makes the next run pass every claim to the index again. */
  readonly refill: (name: string) => void;
}
