import type { Destination } from '@memora/core';
import type { Place } from '../files/folders/place.ts';
import { type JsonLog, openJsonLog } from './open-json-log.ts';

/** The log entry of a request that left or was stopped: sizes and claim ids, never text, never a path or query. */
export interface EgressEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: Destination['kind'];
  /** Scheme, host and port. */
  readonly origin: string;
  readonly outcome: 'sent' | 'blocked' | 'refused';
  /** Error code if it was stopped. */
  readonly code?: string;
  /** Bytes of the body. */
  readonly bytes: number;
  readonly claimIds: readonly string[];
}

/** The log that the egress writes before it sends. A log that throws stops the request: nothing leaves unrecorded. */
export type EgressLog = JsonLog<EgressEntry>;

/** The egress log of a file, as {@link openJsonLog} keeps it. */
export const openEgressLog = (at: string | Place): EgressLog => openJsonLog<EgressEntry>(at);
