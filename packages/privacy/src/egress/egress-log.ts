import type { Destination } from '@memora/core';
import { appendToFile } from '../files/append-to-file.ts';
import { moveFile } from '../files/change-file.ts';
import { inspectFile } from '../files/folders/inspect-place.ts';
import { besides, type Place, placeAt } from '../files/folders/place.ts';
import { readPlainText } from '../files/read-plain-file.ts';

/** What is kept of a request that left, or that was stopped: sizes and claim ids, never text, never a path or query. */
export interface EgressEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: Destination['kind'];
  /** Scheme, host and port. */
  readonly origin: string;
  readonly outcome: 'sent' | 'blocked' | 'refused';
  /** Error code where it was stopped. */
  readonly code?: string;
  /** Bytes of the body. */
  readonly bytes: number;
  readonly claimIds: readonly string[];
}

/** Where the egress writes before it sends. A log that throws stops the request: nothing leaves unrecorded. */
export interface EgressLog {
  readonly append: (entry: EgressEntry) => void;
  readonly read: () => EgressEntry[];
}

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * An egress log of JSON lines, mode 0600; past 4 MiB the file moves to `<path>.1`, and one older file is kept. A link or a pipe at
 * its name is never followed: writing throws `FILE_REFUSED`, and so nothing is sent.
 */
export function openEgressLog(at: string | Place): EgressLog {
  const place = () => (typeof at === 'string' ? placeAt(at) : at);
  return {
    append: (entry) => {
      rotate(place());
      appendToFile(place(), `${JSON.stringify(entry)}\n`);
    },
    read: () => [...readEntries(older(place())), ...readEntries(place())],
  };
}

function older(place: Place): Place {
  return besides(place, `${place.parts.at(-1)}.1`);
}

function rotate(place: Place): void {
  const size = inspectFile(place)?.size ?? 0;
  if (size <= MAX_BYTES) return;
  inspectFile(older(place));
  moveFile(place, older(place));
}

/** The entries of a file; a line cut by a crash is left out. */
function readEntries(place: Place): EgressEntry[] {
  return (readPlainText(place) ?? '').split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as EgressEntry];
    } catch {
      return [];
    }
  });
}
