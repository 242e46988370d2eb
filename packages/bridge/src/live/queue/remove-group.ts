import type { RemoteMemory } from '../remote-memory.ts';
import type { DrainedGroup, DrainPorts } from './drain-writes.ts';
import { noteFailures } from './note-failure.ts';
import type { BridgeJournal, JournalLine } from './open-journal.ts';
import { type ReadyWrite, sendTogether } from './send-together.ts';

/** Removes written memories, if the remote system can. */
export async function removeGroup(
  ids: readonly string[],
  journal: BridgeJournal,
  ports: DrainPorts,
): Promise<DrainedGroup> {
  let remote: RemoteMemory;
  try {
    remote = await ports.remote();
  } catch (error) {
    const [first = ''] = ids;
    const code = noteFailures([{ id: first, error }], journal, ports.now());
    return { done: 0, failed: 1, stopped: code ?? 'BRIDGE_REFUSED' };
  }
  if (remote.remove === null) {
    journal.append(...ids.map((id): JournalLine => ({ t: 'refused', id, code: 'REMOVES_NOTHING' })));
    return { done: 0, failed: 0, stopped: null };
  }
  const ready = ids.map((id) => toReady(id, remote, journal, ports.signal));
  return sendTogether(ready, remote.atOnce, journal, ports);
}

function toReady(
  id: string,
  remote: RemoteMemory,
  journal: Pick<BridgeJournal, 'pending' | 'written'>,
  signal: AbortSignal,
): ReadyWrite {
  const isTried = journal.pending.get(id)?.isTried === true;
  return {
    id,
    isTried,
    prepare: async () => {
      let target = journal.written.get(id)?.remote ?? null;
      if (target === null || isTried) {
        const found = await remote.find({ key: id, text: null }, signal);
        // It never arrived, or is already gone.
        if (found === null && isTried) return { lines: [{ t: 'done', id, op: 'remove' }], send: null };
        if (found !== null && found !== 'unknown') target = found.id;
      }
      const there = target;
      if (there === null) return { lines: [{ t: 'refused', id, code: 'NOT_FOUND_THERE' }], send: null };
      return {
        lines: [],
        send: async () => {
          await remote.remove?.(there, signal, id);
          return { t: 'done', id, op: 'remove' };
        },
      };
    },
  };
}
