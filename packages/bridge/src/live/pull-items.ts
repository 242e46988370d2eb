import type { AgentMemory, ImportedMemory } from '@memora/agent-memory';
import type { Detector } from '@memora/privacy';
import type { BridgePlace } from './bridge-place.ts';
import type { SyncedBridge } from './bridges.ts';
import { type BridgeJournal, type JournalLine, nameOfRemote, sumOf } from './queue/open-journal.ts';
import { toWrite, wantOf } from './queue/plan-writes.ts';
import type { RemoteItem, RemoteMemory } from './remote-memory.ts';
import { screenRemoteItem } from './screen-remote-item.ts';

export type Pulled = SyncedBridge['pulled'] & { readonly contested: readonly string[] };

interface PullPorts {
  readonly agent: Pick<AgentMemory, 'importMemories' | 'get'>;
  readonly place: BridgePlace;
  readonly detector: Detector;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

const NOTHING: Pulled = { batch: null, written: 0, held: 0, same: 0, left: {}, contested: [] };

/**
 * Imports new remote memories as notes below `external/` with the trust of an external store, in one batch. Of memories
 * that Memora wrote there: if one changed there, both versions are kept; if one changed only here, it is written again.
 */
export async function pullItems(
  remote: RemoteMemory,
  journal: BridgeJournal,
  ports: PullPorts,
): Promise<Pulled> {
  const { agent, place, detector, dryRun, signal } = ports;
  if (remote.list === null) return NOTHING;
  const listed = await remote.list(signal);
  const left: Record<string, number> = {};
  const fresh: RemoteItem[] = [];
  const lines: JournalLine[] = [];
  const ours: RemoteItem[] = [];
  const idByRemote = new Map(
    [...journal.written].flatMap(([id, { remote: there }]) => (there === null ? [] : [[there, id]])),
  );
  for (const item of listed) {
    const id =
      idByRemote.get(item.id) ?? (item.key !== null && journal.written.has(item.key) ? item.key : null);
    if (id !== null) {
      ours.push({ ...item, key: id });
      continue;
    }
    // It was sent, but it is unknown whether it arrived.
    if (item.key !== null && journal.pending.has(item.key)) continue;
    const of = nameOfRemote(item.id);
    const sum = sumOf(of, item.text);
    if (journal.pulled.get(of)?.sum === sum) continue;
    const harm = screenRemoteItem(item, place.name, detector);
    if (harm === null) fresh.push(item);
    else left[harm] = (left[harm] ?? 0) + 1;
    lines.push({ t: 'pulled', of, sum });
  }
  const { contested, changed } = await compareOurs(ours, journal, ports, lines);
  const wanted = [...fresh, ...changed];
  if (dryRun) return { ...NOTHING, written: wanted.length, left, contested };
  const {
    batch,
    written,
    held,
    same,
    left: refused,
  } = await agent.importMemories(wanted.map((item): ImportedMemory => toImported(item, place.name)));
  for (const [code, count] of Object.entries(refused)) left[code] = (left[code] ?? 0) + (count ?? 0);
  journal.append(...lines);
  return { batch, written, held, same, left, contested };
}

/** Imports a memory that was changed there since Memora wrote it, next to Memora's version. One that changed only here is queued. */
async function compareOurs(
  ours: readonly RemoteItem[],
  journal: BridgeJournal,
  { agent, place, dryRun, detector }: PullPorts,
  lines: JournalLine[],
): Promise<{ contested: string[]; changed: RemoteItem[] }> {
  const contested: string[] = [];
  const changed: RemoteItem[] = [];
  const details = new Map(
    (await agent.get(ours.map(({ key }) => key ?? ''))).map((each) => [each.memoryId, each]),
  );
  for (const item of ours) {
    const id = item.key ?? '';
    const detail = details.get(id) ?? null;
    const known = journal.written.get(id)?.sum ?? null;
    const isOtherThere = known !== null && sumOf(id, item.text) !== known;
    const write = toWrite(detail, place);
    const isOtherHere = write !== null && sumOf(id, write.text) !== known;
    if (isOtherThere) {
      const of = nameOfRemote(item.id);
      const sum = sumOf(of, item.text);
      if (isOtherHere) contested.push(id);
      if (journal.pulled.get(of)?.sum === sum) continue;
      if (screenRemoteItem(item, place.name, detector) === null) changed.push(item);
      lines.push({ t: 'pulled', of, sum });
    } else if (isOtherHere && !dryRun) {
      const line = wantOf(id, detail, null, journal, place);
      if (line !== null) lines.push(line);
    }
  }
  return { contested, changed };
}

function toImported({ id, text, entity, kind, at }: RemoteItem, provider: string): ImportedMemory {
  return { provider, original: id, content: text, entity, kind, at, isBridged: true };
}
