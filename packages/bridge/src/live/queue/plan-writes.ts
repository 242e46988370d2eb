import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';
import type { BridgePlace } from '../bridge-place.ts';
import type { RemoteWrite } from '../remote-memory.ts';
import { type BridgeJournal, type JournalLine, sumOf } from './open-journal.ts';

const AT_ONCE = 200;

/**
 * Continues reading the learning log and queues the resulting remote writes, the operations of each memory in order. Returns those that were queued unchecked:
 * memories that the remote system never received are checked when they are sent.
 */
export async function planWrites(
  journal: BridgeJournal,
  agent: Pick<AgentMemory, 'log' | 'get'>,
  place: Pick<BridgePlace, 'bands'>,
): Promise<readonly string[]> {
  const { entries } = await agent.log();
  const last = entries.at(-1)?.line ?? 0;
  // A log that became shorter is a new one. It is read from the start; existing entries change nothing.
  const from = journal.read() > last ? 0 : journal.read();
  const behind = new Map<string, string | null>();
  for (const { line, notes, operation } of entries) {
    if (line <= from) continue;
    const [own, ...others] = notes;
    if (own === undefined) continue;
    if (!behind.has(own)) behind.set(own, null);
    // A replaced memory is removed after the new one is written, and checked after it.
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

/** Removes entries that were queued unchecked and that must not be written. */
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

/** The journal line for the pending operation on one memory; null if there is none. */
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

/**
 * The payload for the remote system; null for a memory that stays here because of its band, its external
 * origin, a pending confirmation, or because it is no longer valid.
 */
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
