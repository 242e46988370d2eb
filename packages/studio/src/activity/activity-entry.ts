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

/** A call of an agent: what it called, and how much it was given. Questions are not kept. */
interface AgentCall {
  /** ISO 8601. */
  readonly at: string;
  readonly client: string | null;
  readonly tool: string;
  /** Error code; null for a call that came back with a result. */
  readonly code: string | null;
  /** UTF-16 units of the result. */
  readonly size: number;
  readonly redacted: number;
  /** Notes that it was given lines of, at most five. Never secret ones. */
  readonly notes: readonly string[];
}

/** What left this machine, and what agents called, the newest first. */
export interface Activity {
  readonly left: readonly ActivityEntry[];
  readonly calls: readonly AgentCall[];
}
