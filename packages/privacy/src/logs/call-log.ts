import type { Place } from '../files/folders/place.ts';
import { type JsonLog, openJsonLog } from './open-json-log.ts';

/**
 * The log entry of an agent's call: the caller, the tool, and the size of the result. It never contains text,
 * because a question may repeat something that must be erased later.
 */
export interface CallEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The program's own name; null if it gives none. */
  readonly client: string | null;
  readonly tool: string;
  /** Error code; null for a call that succeeded. */
  readonly code: string | null;
  /** UTF-16 units of the result as JSON. */
  readonly size: number;
  /** The number of redactions in it. */
  readonly redacted: number;
  /** Claims in the result, at most twenty. */
  readonly claimIds: readonly string[];
}

/** The log of agents' calls, next to the egress log of a vault. */
export const openCallLog = (at: string | Place): JsonLog<CallEntry> => openJsonLog<CallEntry>(at);
