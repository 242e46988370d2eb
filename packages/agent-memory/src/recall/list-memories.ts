import { memoryError } from '../memory-error.ts';
import { MEMORY_KINDS, type MemoryKind, toMemoryKind } from '../note/memory-kind.ts';
import { slugOf } from '../note/memory-place.ts';
import { claimsOf, type GetPorts, toSummary } from './get-memories.ts';
import type { MemoryDetail, MemoryFilter, MemoryPage, MemoryStats, MemoryStatus } from './recall.ts';
import { showMemory } from './show-memory.ts';

const PAGE = 50;
const MOST = 1000;

/** The memories of a vault, by path. `get` returns what other notes say about each. */
export async function listMemories(filter: MemoryFilter, ports: GetPorts): Promise<MemoryPage> {
  const { limit = PAGE, after, status, tag } = filter;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw memoryError(
      'MEMORY_INVALID',
      `The limit is not a number from 1 to ${MOST}.`,
      `Leave it out for ${PAGE}.`,
    );
  const kind = filter.kind === undefined ? null : toMemoryKind(filter.kind);
  if (filter.kind !== undefined && kind === null)
    throw memoryError(
      'MEMORY_INVALID',
      'The kind of a memory is not known.',
      `Use one of ${MEMORY_KINDS.join(', ')}.`,
    );
  const memories: MemoryDetail[] = [];
  let last: string | null = null;
  for await (const detail of eachMemory(ports, await placeAfter(after, ports))) {
    const isWanted =
      (kind === null || detail.kind === kind) &&
      (status === undefined || detail.status === status) &&
      (tag === undefined || detail.tags.includes(tag)) &&
      (filter.entity === undefined || slugOf(detail.entity ?? '') === slugOf(filter.entity));
    if (!isWanted) continue;
    if (memories.length === limit) return { memories, next: last };
    memories.push(detail);
    last = detail.memoryId;
  }
  return { memories, next: null };
}

/** The path after which a page begins. Throws `MEMORY_NOT_FOUND` for an unknown id, because a page from any other place would skip memories. */
async function placeAfter(after: string | undefined, { directory }: GetPorts): Promise<string | undefined> {
  if (after === undefined) return undefined;
  const { pathById, idOf } = await directory();
  const path = pathById.get(idOf(after));
  if (path !== undefined) return path;
  throw memoryError(
    'MEMORY_NOT_FOUND',
    'The memory after which this page begins no longer exists.',
    'Begin with the first page again.',
  );
}

/** Counts the memories of a vault. */
export async function countMemories(ports: GetPorts): Promise<MemoryStats> {
  const byKind = zeroes<MemoryKind>(MEMORY_KINDS);
  const byStatus = zeroes<MemoryStatus>([
    ...(['current', 'contested', 'superseded', 'stale', 'held', 'over', 'coming'] as const),
  ]);
  const byCategory: Record<string, number> = {};
  let oldest: string | null = null;
  let newest: string | null = null;
  for await (const { kind, status, path, created } of eachMemory(ports)) {
    byKind[kind]++;
    byStatus[status]++;
    const category = path.split('/').at(-2) ?? kind;
    byCategory[category] = (byCategory[category] ?? 0) + 1;
    if (created === '') continue;
    if (oldest === null || created < oldest) oldest = created;
    if (newest === null || created > newest) newest = created;
  }
  const { idByPath } = await ports.directory();
  const notes = idByPath.size === 0 ? [] : await ports.memory.claims.notes();
  return {
    memories: Object.values(byKind).reduce((sum, count) => sum + count, 0),
    held: byStatus.held,
    byKind,
    byCategory,
    byStatus,
    bytes: notes.reduce((sum, { path, size }) => sum + (idByPath.has(path) ? size : 0), 0),
    oldest,
    newest,
  };
}

async function* eachMemory(ports: GetPorts, after?: string): AsyncGenerator<MemoryDetail> {
  const { notes } = await ports.directory();
  for (const { path } of notes) {
    if (after !== undefined && path <= after) continue;
    const shown = await showMemory(path, ports.memory, { reveal: ports.reveal === true });
    if (shown !== null) yield toSummary(shown, path, await claimsOf(path, ports.memory), ports.now());
  }
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
