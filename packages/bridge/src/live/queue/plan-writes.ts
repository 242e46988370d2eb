import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';
import type { BridgePlace } from '../bridge-place.ts';
import type { RemoteWrite } from '../remote-memory.ts';
import { type BridgeJournal, type JournalLine, sumOf } from './open-journal.ts';

const AT_ONCE = 200;

/**
 * Goes on reading the learning log, and queues what it means for the other system: each memory it names, in its order. Gives those that were queued without a look: what the other system was never
 * given is checked when it is sent.
 */
export async function planWrites(
  journal: BridgeJournal,
  agent: Pick<AgentMemory, 'log' | 'get'>,
  place: Pick<BridgePlace, 'bands'>,
): Promise<readonly string[]> {
  const { entries } = await agent.log();
  const last = entries.at(-1)?.line ?? 0;
  // A log that is shorter than it was is another one: all of it is gone through, and what is there already changes nothing.
  const from = journal.read() > last ? 0 : journal.read();
  const behind = new Map<string, string | null>();
  for (const { line, notes, operation } of entries) {
    if (line <= from) continue;
    const [own, ...others] = notes;
    if (own === undefined) continue;
    if (!behind.has(own)) behind.set(own, null);
    // What it replaces goes when the new one is there, and is checked after it.
    for (const other of others) {
      const known = behind.get(other) ?? null;
      behind.delete(other);
      behind.set(other, operation === 'supersede' ? own : known);
    }
  }
  if (behind.size === 0 && last === journal.read()) return [];
  const lines: JournalLine[] = [];
  const ids = [...behind.keys()];
  const isKnown = (id: string): boolean => journal.written.has(id) || journal.pending.has(id);
  const byId = await detailsOf(ids.filter(isKnown), agent);
  const unseen: string[] = [];
  for (const id of ids) {
    if (!isKnown(id)) unseen.push(id);
    const line: JournalLine | null = isKnown(id)
      ? wantOf(id, byId.get(id) ?? null, behind.get(id) ?? null, journal, place)
      : { t: 'want', id, op: 'save' };
    if (line !== null) lines.push(line);
  }
  journal.append(...lines, { t: 'read', line: last });
  return unseen;
}

/** Takes out of the queue what was put there without a look, still is there, and is not to be written. */
export async function dropUnwanted(
  unseen: readonly string[],
  journal: BridgeJournal,
  agent: Pick<AgentMemory, 'get'>,
  place: Pick<BridgePlace, 'bands'>,
): Promise<void> {
  const left = unseen.filter((id) => journal.pending.has(id));
  const byId = await detailsOf(left, agent);
  journal.append(...left.flatMap((id) => wantOf(id, byId.get(id) ?? null, null, journal, place) ?? []));
}

async function detailsOf(
  ids: readonly string[],
  agent: Pick<AgentMemory, 'get'>,
): Promise<ReadonlyMap<string, MemoryDetail>> {
  const byId = new Map<string, MemoryDetail>();
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const detail of await agent.get(ids.slice(at, at + AT_ONCE), { brief: true }))
      byId.set(detail.memoryId, detail);
  return byId;
}

/** The line that queues what has to become of one memory; null if nothing has to. */
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
