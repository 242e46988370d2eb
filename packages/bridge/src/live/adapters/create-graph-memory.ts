import type { MemoryServer, MemoryServerTool } from '../../detect/memory-server.ts';
import { isRow } from '../../formats/read-row.ts';
import type { McpCaller } from '../mcp-client.ts';
import { entityOfKey, readRemoteGraph } from '../read-remote-items.ts';
import {
  MOST_FOUND,
  MOST_LISTED,
  type RemoteItem,
  type RemoteMemory,
  type RemoteRelation,
  type RemoteWrite,
} from '../remote-memory.ts';
import { toSearchWords } from '../to-search-words.ts';

/**
 * The memory of a server that keeps a graph of entities, like the reference server. Each memory is one entity named by its id, so saving it again changes
 * nothing.
 */
export function createGraphMemory(
  { search, save, list, remove }: MemoryServer,
  caller: McpCaller,
): RemoteMemory {
  const searchFor = async (query: string, signal: AbortSignal) =>
    caller.call(search.name, { [search.argument ?? 'query']: query }, signal);
  const saveAll = async (
    writes: readonly RemoteWrite[],
    tool: MemoryServerTool,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const entities = writes.map(toEntity);
    await caller.call(tool.name, { entities }, signal);
    return entities.map(({ name }) => name);
  };
  return {
    provider: 'server-memory',
    isIdempotent: true,
    atOnce: 1,
    // The server finds only texts that contain the whole query, so each word is searched separately.
    search: async (query, limit, signal) => {
      const words = toSearchWords(query);
      const found = await Promise.all(words.map((word) => searchFor(word, signal)));
      const byId = new Map<string, { item: RemoteItem; words: number }>();
      for (const [i, values] of found.entries()) {
        const word = (words[i] ?? '').toLowerCase();
        for (const item of readRemoteGraph(values, MOST_FOUND)) {
          // If an observation of a found entity does not contain the word, it counts little.
          const weight = item.text.toLowerCase().includes(word) ? 1 : 0.25;
          const known = byId.get(item.id);
          if (known === undefined) byId.set(item.id, { item, words: weight });
          else known.words += weight;
        }
      }
      return [...byId.values()]
        .sort((a, b) => b.words - a.words)
        .slice(0, limit)
        .map(({ item, words: score }) => ({ ...item, score }));
    },
    save: save === null ? null : async (write, signal) => (await saveAll([write], save, signal))[0] ?? null,
    ...(save === null
      ? {}
      : {
          saveMany: (writes: readonly RemoteWrite[], signal: AbortSignal) => saveAll(writes, save, signal),
        }),
    find: async ({ key }, signal) => {
      const name = entityOfKey(key);
      const items = readRemoteGraph(await searchFor(name, signal), MOST_FOUND);
      return items.find(({ id }) => id === name) ?? null;
    },
    remove:
      remove === null
        ? null
        : async (_, signal, key) => {
            const [argument, name] = [remove.argument ?? 'entityNames', entityOfKey(key)];
            await caller.call(
              remove.name,
              { [argument]: argument === 'entityNames' ? [name] : name },
              signal,
            );
          },
    list:
      list === null
        ? null
        : async (signal) => readRemoteGraph(await caller.call(list.name, {}, signal), MOST_LISTED),
    getGraphRelations: async (entity, signal) =>
      (await searchFor(entity, signal)).flatMap((value) =>
        isRow(value) && Array.isArray(value['relations']) ? value['relations'].flatMap(toRelation) : [],
      ),
    close: caller.close,
  };
}

function toEntity({ key, text, kind, entity }: RemoteWrite) {
  const about = entity === null || text.includes(entity) ? [] : [`about ${entity}`];
  return { name: entityOfKey(key), entityType: kind, observations: [text, ...about] };
}

function toRelation(value: unknown): RemoteRelation[] {
  if (!isRow(value)) return [];
  const { from, relationType: type, to } = value;
  return typeof from === 'string' && typeof type === 'string' && typeof to === 'string'
    ? [{ from, type, to }]
    : [];
}
