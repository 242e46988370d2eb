import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';
import type { BridgePlace } from '../bridge-place.ts';
import type { RemoteWrite } from '../remote-memory.ts';
import { type BridgeJournal, type JournalLine, sumOf } from './open-journal.ts';

const AT_ONCE = 200;

/** Goes on reading the learning log, and queues what it means for the other system: each memory it names, in its order. */
export async function planWrites(
  journal: BridgeJournal,
  agent: Pick<AgentMemory, 'log' | 'get'>,
  place: Pick<BridgePlace, 'bands'>,
): Promise<void> {
  const { entries } = await agent.log();
  const last = entries.at(-1)?.line ?? 0;
  // A log that is shorter than it was is another one: all of it is gone through, and what stands there already changes nothing.
  const from = journal.read() > last ? 0 : journal.read();
  const behind = new Map<string, string | null>();
  for (const { line, notes, operation } of entries) {
    if (line <= from) continue;
    const [own, ...others] = notes;
    if (own === undefined) continue;
    if (!behind.has(own)) behind.set(own, null);
    // What it replaces goes when the new one stands there, and is looked at after it.
    for (const other of others) {
      const known = behind.get(other) ?? null;
      behind.delete(other);
      behind.set(other, operation === 'supersede' ? own : known);
    }
  }
  if (behind.size === 0 && last === journal.read()) return;
  const lines: JournalLine[] = [];
  const ids = [...behind.keys()];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const chunk = ids.slice(at, at + AT_ONCE);
    const byId = new Map(
      (await agent.get(chunk, { brief: true })).map((detail) => [detail.memoryId, detail]),
    );
    for (const id of chunk) {
      const line = wantOf(id, byId.get(id) ?? null, behind.get(id) ?? null, journal, place);
      if (line !== null) lines.push(line);
    }
  }
  journal.append(...lines, { t: 'read', line: last });
}

/** The line that queues what has to become of one memory; null where nothing has to. */
export function wantOf(
  id: string,
  detail: MemoryDetail | null,
  behind: string | null,
  journal: Pick<BridgeJournal, 'pending' | 'written'>,
  place: Pick<BridgePlace, 'bands'>,
): JournalLine | null {
  const pending = journal.pending.get(id);
  const sum = journal.written.get(id)?.sum ?? null;
  const write = toWrite(detail, place);
  if (write !== null) {
    const isThere = sum !== null && sum === sumOf(id, write.text);
    if (isThere) return pending === undefined ? null : { t: 'drop', id };
    return pending?.operation === 'save' ? null : { t: 'want', id, op: 'save' };
  }
  const mayStand = sum !== null || pending?.isTried === true;
  if (!mayStand) return pending === undefined ? null : { t: 'drop', id };
  if (pending?.operation === 'remove') return null;
  return { t: 'want', id, op: 'remove', ...(behind === null ? {} : { behind }) };
}

/** What the other system is given of a memory; null for what stays here: its band, what came from elsewhere, what is held, what no longer holds. */
export function toWrite(
  detail: MemoryDetail | null,
  { bands }: Pick<BridgePlace, 'bands'>,
): RemoteWrite | null {
  if (detail === null || detail.source === 'external' || detail.held !== null) return null;
  if (detail.band === 'secret' || !bands.has(detail.band)) return null;
  if (detail.status !== 'current' && detail.status !== 'contested') return null;
  const { memoryId: key, text, kind, entity } = detail;
  return { key, text, kind, entity };
}
