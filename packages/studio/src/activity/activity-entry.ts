/** A request that left this machine, or was stopped: its size and where it went, never text. */
export interface ActivityEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly outcome: 'sent' | 'blocked' | 'refused';
  readonly code?: string;
  readonly bytes: number;
  readonly claimIds: readonly string[];
}
