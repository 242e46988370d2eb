import { MemoraError } from '@memora/core';
import type { RemoteMemory, RemoteWrite } from '../remote-memory.ts';
import type { DrainedGroup, DrainPorts } from './drain-writes.ts';
import { noteFailures } from './note-failure.ts';
import { type BridgeJournal, type JournalLine, sumOf } from './open-journal.ts';
import { toWrite } from './plan-writes.ts';
import { type ReadyWrite, sendTogether } from './send-together.ts';

/** Writes memories: new ones in one call if the remote system takes several, the others one by one. */
export async function saveGroup(
  ids: readonly string[],
  journal: BridgeJournal,
  ports: DrainPorts,
): Promise<DrainedGroup> {
  const details = await ports.agent.get(ids, { brief: true });
  const byId = new Map(details.map((detail) => [detail.memoryId, detail]));
  const [writes, gone]: [RemoteWrite[], JournalLine[]] = [[], []];
  for (const id of ids) {
    const write = toWrite(byId.get(id) ?? null, ports.place);
    if (write !== null) writes.push(write);
    else {
      // The memory was forgotten, replaced or made secret meanwhile.
      const mayStand = journal.written.get(id)?.sum != null || journal.pending.get(id)?.isTried === true;
      gone.push(mayStand ? { t: 'want', id, op: 'remove' } : { t: 'drop', id });
    }
  }
  journal.append(...gone);
  const [first] = writes;
  if (first === undefined) return { done: 0, failed: 0, stopped: null };
  let remote: RemoteMemory;
  try {
    remote = await ports.remote();
  } catch (error) {
    return stopAt([first.key], error, journal, ports);
  }
  if (remote.save === null) {
    journal.append(...writes.map(({ key: id }): JournalLine => ({ t: 'refused', id, code: 'READ_ONLY' })));
    return { done: 0, failed: 0, stopped: null };
  }
  const together = await saveNew(writes, remote, journal, ports);
  if (together.stopped !== null) return together;
  const left = writes.filter(({ key }) => journal.pending.has(key));
  const ready = left.map((write) => toReady(write, remote, journal, ports.signal));
  const each = await sendTogether(ready, remote.atOnce, journal, ports);
  return { ...each, done: each.done + together.done };
}

/** Writes new memories in one call. If the call is refused, none is marked as failed: each is then tried alone. */
async function saveNew(
  writes: readonly RemoteWrite[],
  { saveMany }: RemoteMemory,
  journal: BridgeJournal,
  ports: DrainPorts,
): Promise<DrainedGroup> {
  const nothing = { done: 0, failed: 0, stopped: null };
  const fresh = writes.filter(
    ({ key }) => journal.pending.get(key)?.isTried !== true && journal.written.get(key)?.sum == null,
  );
  if (saveMany === undefined || fresh.length < 2) return nothing;
  journal.append(...fresh.map(({ key: id }): JournalLine => ({ t: 'try', id })));
  try {
    const given = await saveMany(fresh, ports.signal);
    journal.append(...fresh.map((write, i) => doneOf(write, given[i] ?? null)));
    return { ...nothing, done: fresh.length };
  } catch (error) {
    const code = MemoraError.isInstance(error) ? error.code : null;
    if (code === 'BRIDGE_REFUSED' || code === 'SECRET_IN_PAYLOAD') return nothing;
    return stopAt(
      fresh.map(({ key }) => key),
      error,
      journal,
      ports,
    );
  }
}

function stopAt(
  ids: readonly string[],
  error: unknown,
  journal: BridgeJournal,
  { now }: DrainPorts,
): DrainedGroup {
  const code = noteFailures(
    ids.map((id) => ({ id, error })),
    journal,
    now(),
  );
  return { done: 0, failed: ids.length, stopped: code ?? 'BRIDGE_REFUSED' };
}

function toReady(
  write: RemoteWrite,
  remote: RemoteMemory,
  journal: Pick<BridgeJournal, 'pending' | 'written'>,
  signal: AbortSignal,
): ReadyWrite {
  const { key: id } = write;
  const isTried = journal.pending.get(id)?.isTried === true;
  const known = journal.written.get(id);
  const stands = known?.sum != null;
  const older = stands ? (known?.remote ?? null) : null;
  const { isIdempotent } = remote;
  const isReplaced = isIdempotent && (stands || isTried);
  return {
    id,
    isTried,
    prepare: async () => {
      if (!isTried || isIdempotent) return { lines: [], send };
      const found = await remote.find(write, signal);
      if (found === 'unknown') return { lines: [{ t: 'twice', id }], send };
      const isThere = found !== null && (found.text === write.text || !stands);
      return isThere ? { lines: [doneOf(write, found.id)], send: null } : { lines: [], send };
    },
  };

  async function send(): Promise<JournalLine> {
    // If only one memory can have a key, the older text must be removed first.
    if (isReplaced) await remote.remove?.(older ?? '', signal, id).catch(ignoreRefusal);
    const given = (await remote.save?.(write, signal)) ?? null;
    if (older !== null && !isIdempotent) await remote.remove?.(older, signal, id);
    return doneOf(write, given);
  }
}

function doneOf({ key: id, text }: RemoteWrite, remote: string | null): JournalLine {
  return { t: 'done', id, op: 'save', ...(remote === null ? {} : { remote }), sum: sumOf(id, text) };
}

function ignoreRefusal(error: unknown): void {
  if (!MemoraError.isInstance(error) || error.code !== 'BRIDGE_REFUSED') throw error;
}
