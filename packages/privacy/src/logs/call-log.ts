import type { Place } from '../files/folders/place.ts';
import { type JsonLog, openJsonLog } from './open-json-log.ts';

/**
 * What is kept of a call of an agent: who called what, and how much was given. Never text: a question may repeat what has to be erased later.
 */
export interface CallEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What the program calls itself; null if it does not say. */
  readonly client: string | null;
  readonly tool: string;
  /** Error code; null for a call that came back with a result. */
  readonly code: string | null;
  /** UTF-16 units of the result as JSON. */
  readonly size: number;
  /** How often something was redacted in it. */
  readonly redacted: number;
  /** Claims that were given, at most twenty. */
  readonly claimIds: readonly string[];
}

/** The log of what agents called, beside the egress log of a vault. */
export const openCallLog = (at: string | Place): JsonLog<CallEntry> => openJsonLog<CallEntry>(at);
