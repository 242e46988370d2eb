/** What the store keeps of its {@link ClaimIndex}es: which version filled one, and whether a whole run did. By the index's name. */
export interface IndexStatus {
  /** The version that an index was made with; null where the store has no such index. */
  readonly versionOf: (name: string) => number | null;
  /** Whether a run over the whole vault has filled it since it was made; null where the store has no such index. */
  readonly isComplete: (name: string) => boolean | null;
  /** Has the next run show every claim to it again. */
  readonly refill: (name: string) => void;
}
