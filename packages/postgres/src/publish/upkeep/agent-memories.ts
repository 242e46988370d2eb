import { inspectFile, placeIn, readPlainFile } from '@memora/privacy/files';
import type { Connection } from '../../connect/connection.ts';
import { isSameNote, type Sealing } from '../../notes/seal-blob.ts';
import { AGENT_MEMORIES } from '../../schema/memory-functions.ts';
import type { Lease } from '../hold-lease.ts';

/** A current memory that only agents of one principal have written. All but its bytes is from the server's own records, whatever its note says. */
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

/** A memory to take out, and why. */
export interface RetiredMemory {
  readonly memory: AgentMemory;
  /** `merged`: the older memory `kept` says the same. `ended`: its validity is over. `unconfirmed`: it was held, and nobody confirmed it. */
  readonly code: 'merged' | 'ended' | 'unconfirmed';
  readonly kept: AgentMemory | null;
}

/** In bytes. The statement of an agent has at most 2,000 characters. */
const LONGEST_MEMORY = 16_384;
/** The memories of one transaction. A push of one of them waits for its end. */
const AT_ONCE = 50;

interface MemoryRow extends Omit<AgentMemory, 'read'> {
  readonly hash: Buffer;
  readonly print: Buffer | null;
}

/** Lists the memories of a scope that a worker may take out, the oldest first. Their bytes are those in the worker's folder. */
export async function readAgentMemories(
  db: Connection,
  scope: number,
  root: string,
  sealing: Sealing,
): Promise<AgentMemory[]> {
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
}

/**
 * Takes memories out, each with an entry in the learning log and in the audit. Returns those that were left: somebody has written them, or is writing them. An
 * interrupted call has taken out some of them.
 */
export async function retireMemories(
  retired: readonly RetiredMemory[],
  scope: number,
  lease: Pick<Lease, 'fence' | 'within'>,
): Promise<RetiredMemory[]> {
  const left: RetiredMemory[] = [];
  for (let from = 0; from < retired.length; from += AT_ONCE)
    await lease.within(async (db) => {
      for (const each of retired.slice(from, from + AT_ONCE)) {
        const { memory, kept, code } = each;
        const [row] = await db.rows<[boolean]>('SELECT memora.retire_memory($1, $2, $3, $4, $5, $6, $7)', [
          ...[scope, lease.fence, memory.path, memory.version],
          ...[kept?.path ?? null, kept?.version ?? null, code],
        ]);
        if (row?.[0] !== true) left.push(each);
      }
    });
  return left;
}
