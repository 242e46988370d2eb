import { LEDGER_FILE } from '@memora/claims/internal';
import { inspectFile, placeIn, readPlainFile } from '@memora/privacy/files';
import type { Connection } from '../../connect/connection.ts';
import { isSameNote, type Sealing } from '../../notes/seal-blob.ts';
import { askOne } from '../../queries/ask.ts';
import { callFunction } from '../../queries/call-function.ts';
import { AGENT_MEMORIES } from '../../schema/memory-functions.ts';
import type { Lease } from '../hold-lease.ts';

/**
 * A current memory that only agents of one principal have written. Everything except its bytes comes from the
 * server's own records, whatever its note says.
 */
export interface AgentMemory {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  /** The principal. */
  readonly author: string;
  /** When it was first saved, ISO 8601 with microseconds. */
  readonly at: string;
  /** Its bytes at this version; null if the worker does not have them, for example because it cannot decrypt them. */
  readonly read: () => Uint8Array | null;
}

/** A memory to remove, and the reason. */
export interface RetiredMemory {
  readonly memory: AgentMemory;
  /**
   * `merged`: the older memory `kept` says the same. `ended`: its validity is over. `unconfirmed`: it was
   * held, and nobody confirmed it.
   */
  readonly code: 'merged' | 'ended' | 'unconfirmed';
  readonly kept: AgentMemory | null;
}

/** The memories of a scope for its worker, under the worker's lease. */
export interface AgentMemories {
  /**
   * Lists the memories that the worker may remove, the oldest first. Their bytes come from the worker's
   * folder.
   */
  readonly list: () => Promise<readonly AgentMemory[]>;
  /**
   * Removes memories in one transaction, each with an entry in the learning log and in the audit. Skips those
   * that somebody has edited or is editing, and all of them if the ledger has changed since they were listed.
   */
  readonly retire: (retired: readonly RetiredMemory[]) => Promise<void>;
  /** The number of removed memories by code, and of skipped ones. */
  readonly counts: Readonly<Record<string, number>>;
}

/** In bytes. The statement of an agent has at most 2,000 characters. */
const LONGEST_MEMORY = 16_384;
/** The number for a version that no ledger has. */
const UNKNOWN = -1;

interface MemoryRow extends Omit<AgentMemory, 'read'> {
  readonly hash: Buffer;
  readonly print: Buffer | null;
}

interface OpenOptions extends Sealing {
  readonly lease: Pick<Lease, 'fence' | 'within'>;
  readonly scope: number;
  /** The worker's folder. */
  readonly root: string;
}

export function openAgentMemories({ lease, scope, root, ...sealing }: OpenOptions): AgentMemories {
  const counts: Record<string, number> = {};
  let ledger = UNKNOWN;
  return {
    counts,
    list: () =>
      lease.within(async (db) => {
        ledger = await readLedgerVersion(db, scope, root, sealing);
        const rows = await db.query<MemoryRow>(AGENT_MEMORIES, [scope, LONGEST_MEMORY]);
        return rows.map(({ hash, print, ...row }) => ({
          ...row,
          read: () => {
            const place = placeIn(root, row.path);
            const size = inspectFile(place)?.size ?? 0;
            const bytes = size > 0 && size <= LONGEST_MEMORY ? readPlainFile(place) : null;
            return bytes !== null && isSameNote({ hash, print }, bytes, sealing) ? bytes : null;
          },
        }));
      }),
    retire: async (retired) => {
      const outcomes = await lease.within(async (db) => {
        const done: string[] = [];
        for (const { memory, kept, code } of retired) {
          const which = [memory.path, memory.version, kept?.path ?? null, kept?.version ?? null] as const;
          const isDone = await callFunction(db, 'retire_memory', scope, lease.fence, ledger, ...which, code);
          done.push(isDone === true ? code : 'left');
        }
        return done;
      });
      for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    },
  };
}

/**
 * The version of the ledger in the worker's folder, 0 if there is none. {@link UNKNOWN} if the file there
 * does not match a version, or can't be compared without the key.
 */
async function readLedgerVersion(
  db: Connection,
  scope: number,
  root: string,
  sealing: Sealing,
): Promise<number> {
  const head = await askOne(db, 'headAt', scope, LEDGER_FILE);
  const bytes = readPlainFile(placeIn(root, LEDGER_FILE));
  if (head === undefined) return bytes === null ? 0 : UNKNOWN;
  const isSame = bytes === null ? head.hash === null : isSameNote(head, bytes, sealing);
  return isSame ? head.version : UNKNOWN;
}
