import type { MemoryServer } from '../../detect/memory-server.ts';
import type { McpCaller } from '../mcp-client.ts';
import { readRemoteItems } from '../read-remote-items.ts';
import { MOST_FOUND, type RemoteMemory } from '../remote-memory.ts';

const FOLDER = 'memora';

/** The memory of basic-memory: one note for each memory, named by its id. Writing a note with the same title replaces it. */
export function createNotesMemory({ search, save, remove }: MemoryServer, caller: McpCaller): RemoteMemory {
  const find = async (query: string, signal: AbortSignal) =>
    readRemoteItems(
      await caller.call(search.name, { [search.argument ?? 'query']: query }, signal),
      MOST_FOUND,
    );
  return {
    provider: 'basic-memory',
    isIdempotent: true,
    atOnce: 1,
    search: async (query, limit, signal) => (await find(query, signal)).slice(0, limit),
    save:
      save === null
        ? null
        : async ({ key, text, kind }, signal) => {
            const given = {
              title: key,
              content: `- [${kind}] ${text}`,
              folder: FOLDER,
              directory: FOLDER,
              tags: ['memora'],
            };
            const known = caller.tools.find(({ name }) => name === save.name)?.inputSchema as
              | { readonly properties?: Readonly<Record<string, unknown>> }
              | undefined;
            const taken = Object.entries(given).filter(([name]) =>
              Object.hasOwn(known?.properties ?? {}, name),
            );
            await caller.call(save.name, Object.fromEntries(taken), signal);
            return `${FOLDER}/${key}`;
          },
    // Writing it again under the same key leaves one note.
    find: async () => null,
    remove:
      remove === null
        ? null
        : async (id, signal) => {
            await caller.call(remove.name, { [remove.argument ?? 'identifier']: id }, signal);
          },
    list: null,
    close: caller.close,
  };
}
