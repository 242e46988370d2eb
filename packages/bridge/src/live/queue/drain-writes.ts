import type { AgentMemory } from '@memora/agent-memory';
import type { BridgePlace } from '../bridge-place.ts';
import type { RemoteMemory } from '../remote-memory.ts';
import type { BridgeJournal, BridgeOperation } from './open-journal.ts';
import { removeGroup } from './remove-group.ts';
import { saveGroup } from './save-group.ts';

/** The result of one run through the queue. */
interface DrainedWrites {
  saved: number;
  removed: number;
  /** Failed writes that are retried later. */
  failed: number;
  /** Why it stopped early; null if it did not. */
  stopped: string | null;
}

export interface DrainPorts {
  readonly agent: Pick<AgentMemory, 'get'>;
  readonly place: Pick<BridgePlace, 'bands'>;
  readonly remote: () => Promise<RemoteMemory>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** True also tries writes that are waiting. */
  readonly isForced?: boolean;
}

/** The results of writes that were started together. */
export interface DrainedGroup {
  readonly done: number;
  readonly failed: number;
  readonly stopped: string | null;
}

/** How many memories are checked, recorded and sent together. */
const GROUP = 64;

/**
 * Writes the queued memories, the operations of each in order. An attempt is recorded before it is sent: after a crash or a timeout, the remote system is asked
 * whether it has the memory. Never throws: a failure is recorded and retried.
 */
export async function drainWrites(journal: BridgeJournal, ports: DrainPorts): Promise<DrainedWrites> {
  const done: DrainedWrites = { saved: 0, removed: 0, failed: 0, stopped: null };
  const { now, signal, isForced = false } = ports;
  if (!isForced && journal.wait().until > now().getTime()) return { ...done, stopped: 'WAITING' };
  const queue = [...journal.pending.keys()];
  for (let at = 0; at < queue.length; ) {
    if (signal.aborted) return { ...done, stopped: 'ABORTED' };
    const { ids, operation, next } = nextGroup(queue, at, journal, isForced ? null : now());
    at = next;
    if (ids.length === 0) continue;
    const group = await (operation === 'save' ? saveGroup : removeGroup)(ids, journal, ports);
    done[operation === 'save' ? 'saved' : 'removed'] += group.done;
    done.failed += group.failed;
    if (group.stopped !== null) return { ...done, stopped: group.stopped };
  }
  return done;
}

interface Group {
  readonly ids: readonly string[];
  readonly operation: BridgeOperation;
  /** The start of the next group. */
  readonly next: number;
}

/**
 * The next writes of one kind that do not wait for another write. A write that depends on an earlier one
 * starts a new group.
 */
function nextGroup(
  queue: readonly string[],
  from: number,
  { pending }: Pick<BridgeJournal, 'pending'>,
  now: Date | null,
): Group {
  const ids: string[] = [];
  let operation: BridgeOperation = 'save';
  let at = from;
  for (; at < queue.length && ids.length < GROUP; at++) {
    const id = queue[at] as string;
    const write = pending.get(id);
    if (write === undefined || write.dead !== null) continue;
    if (now !== null && write.after > now.getTime()) continue;
    if (ids.length > 0 && write.operation !== operation) break;
    if (write.behind !== null && pending.has(write.behind)) {
      if (ids.includes(write.behind)) break;
      continue;
    }
    ids.push(id);
    operation = write.operation;
  }
  return { ids, operation, next: at };
}
