import type { AgentMemory } from '@memora/agent-memory';
import { MemoraError } from '@memora/core';
import type { BridgePlace } from '../bridge-place.ts';
import type { RemoteMemory } from '../remote-memory.ts';
import { type BridgeJournal, type PendingWrite, sumOf } from './open-journal.ts';
import { toWrite } from './plan-writes.ts';

/** What one run through the queue did. */
export interface DrainedWrites {
  saved: number;
  removed: number;
  /** Not done, and tried again later. */
  failed: number;
  /** Why it stopped before its end; null where it did not. */
  stopped: string | null;
}

export interface DrainPorts {
  readonly agent: Pick<AgentMemory, 'get'>;
  readonly place: Pick<BridgePlace, 'bands'>;
  readonly remote: () => Promise<RemoteMemory>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** True tries also what is to wait. */
  readonly isForced?: boolean;
}

/** So often a write is refused before it waits for a person. */
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Writes what is queued, each memory in its order. What was sent is noted before it is sent: after a crash or a timeout the other system is asked whether it has it.
 * Throws nothing: what fails is noted, and tried again.
 */
export async function drainWrites(journal: BridgeJournal, ports: DrainPorts): Promise<DrainedWrites> {
  const done: DrainedWrites = { saved: 0, removed: 0, failed: 0, stopped: null };
  const { now, signal, isForced = false } = ports;
  if (!isForced && journal.wait().until > now().getTime()) return { ...done, stopped: 'WAITING' };
  for (const [id, pending] of [...journal.pending]) {
    if (signal.aborted) return { ...done, stopped: 'ABORTED' };
    if (pending.dead !== null || (!isForced && pending.after > now().getTime())) continue;
    if (pending.behind !== null && journal.pending.has(pending.behind)) continue;
    try {
      const did = await (pending.operation === 'save' ? save : remove)(id, pending, journal, ports);
      if (did) done[pending.operation === 'save' ? 'saved' : 'removed']++;
    } catch (error) {
      const stopped = noteFailure(id, pending, error, journal, now());
      done.failed++;
      if (stopped !== null) return { ...done, stopped };
    }
  }
  return done;
}

async function save(
  id: string,
  pending: PendingWrite,
  journal: BridgeJournal,
  ports: DrainPorts,
): Promise<boolean> {
  const [detail = null] = await ports.agent.get([id], { brief: true });
  const write = toWrite(detail, ports.place);
  const known = journal.written.get(id);
  const stands = known?.sum != null;
  if (write === null) {
    // It was forgotten, replaced or made secret meanwhile.
    journal.append(stands || pending.isTried ? { t: 'want', id, op: 'remove' } : { t: 'drop', id });
    return false;
  }
  const remote = await ports.remote();
  if (remote.save === null) {
    journal.append({ t: 'refused', id, code: 'READ_ONLY' });
    return false;
  }
  const sum = sumOf(id, write.text);
  if (pending.isTried && !remote.isIdempotent) {
    const found = await remote.find(write, ports.signal);
    if (found === 'unknown') journal.append({ t: 'twice', id });
    else if (found !== null && (found.text === write.text || !stands)) {
      journal.append({ t: 'done', id, op: 'save', remote: found.id, sum });
      return true;
    }
  }
  const older = stands ? (known?.remote ?? null) : null;
  journal.append({ t: 'try', id });
  // Where the same key stands once, the older text has to go first.
  const isReplaced = remote.isIdempotent && (stands || pending.isTried);
  if (isReplaced) await remote.remove?.(older ?? '', ports.signal, write.key).catch(ignoreRefusal);
  const given = await remote.save(write, ports.signal);
  if (older !== null && !remote.isIdempotent) await remote.remove?.(older, ports.signal, write.key);
  journal.append({ t: 'done', id, op: 'save', ...(given === null ? {} : { remote: given }), sum });
  return true;
}

async function remove(
  id: string,
  pending: PendingWrite,
  journal: BridgeJournal,
  ports: DrainPorts,
): Promise<boolean> {
  const remote = await ports.remote();
  if (remote.remove === null) {
    journal.append({ t: 'refused', id, code: 'REMOVES_NOTHING' });
    return false;
  }
  const known = journal.written.get(id);
  let target = known?.remote ?? null;
  if (target === null || pending.isTried) {
    const found = await remote.find({ key: id, text: null }, ports.signal);
    if (found === null && pending.isTried) {
      // It never arrived, or is gone already.
      journal.append({ t: 'done', id, op: 'remove' });
      return true;
    }
    if (found !== null && found !== 'unknown') target = found.id;
  }
  if (target === null) {
    journal.append({ t: 'refused', id, code: 'NOT_FOUND_THERE' });
    return false;
  }
  journal.append({ t: 'try', id });
  await remote.remove(target, ports.signal, id);
  journal.append({ t: 'done', id, op: 'remove' });
  return true;
}

function ignoreRefusal(error: unknown): void {
  if (!MemoraError.isInstance(error) || error.code !== 'BRIDGE_REFUSED') throw error;
}

/** Notes what went wrong; gives the code where nothing else is to be tried now. */
function noteFailure(
  id: string,
  pending: PendingWrite,
  error: unknown,
  journal: BridgeJournal,
  now: Date,
): string | null {
  const code = MemoraError.isInstance(error) ? error.code : 'BRIDGE_AWAY';
  // What may not leave never will.
  if (code === 'SECRET_IN_PAYLOAD') {
    journal.append({ t: 'dead', id, code });
    return null;
  }
  if (code === 'BRIDGE_REFUSED' || code === 'BRIDGE_TIMEOUT') {
    const attempts = pending.attempts + 1;
    const after = now.getTime() + pauseAfter(attempts);
    journal.append({ t: 'later', id, after, n: attempts });
    if (attempts >= MOST_ATTEMPTS) journal.append({ t: 'dead', id, code });
    return code === 'BRIDGE_TIMEOUT' ? code : null;
  }
  const times = journal.wait().times + 1;
  const asked = (error as { readonly retryAfterMs?: number | null }).retryAfterMs ?? null;
  journal.append({ t: 'wait', until: now.getTime() + (asked ?? pauseAfter(times)), n: times });
  return code;
}

function pauseAfter(times: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 20));
}
