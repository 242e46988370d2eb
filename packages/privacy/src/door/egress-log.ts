import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { Destination } from '@memora/core';

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

/** Where the door writes before it sends. A log that throws stops the request: nothing leaves unrecorded. */
export interface EgressLog {
  readonly append: (entry: EgressEntry) => void;
  readonly read: () => EgressEntry[];
}

const MAX_BYTES = 4 * 1024 * 1024;

/** An egress log of JSON lines, mode 0600; past 4 MiB the file moves to `<path>.1`, and one older file is kept. */
export function openEgressLog(path: string): EgressLog {
  return {
    append: (entry) => {
      rotate(path);
      const isNew = !existsSync(path);
      appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
      if (isNew) chmodSync(path, 0o600);
    },
    read: () => [...readEntries(`${path}.1`), ...readEntries(path)],
  };
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(path, `${path}.1`);
}

/** The entries of a file; a line cut by a crash is left out. */
function readEntries(path: string): EgressEntry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as EgressEntry];
      } catch {
        return [];
      }
    });
}
