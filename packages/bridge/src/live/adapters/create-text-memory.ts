import type { MemoryServer, MemoryServerTool, ToolListing } from '../../detect/memory-server.ts';
import { readToolSchema, type ToolArguments } from '../../detect/read-tool-schema.ts';
import type { McpCaller } from '../mcp-client.ts';
import { readRemoteItems } from '../read-remote-items.ts';
import {
  MOST_FOUND,
  MOST_LISTED,
  type RemoteItem,
  type RemoteMemory,
  type RemoteWrite,
} from '../remote-memory.ts';

/** How many search results are checked: a search with a memory's own words finds it among the first. */
const LOOKED_AT = 20;

/**
 * The memory of a server with one tool that searches memories and one that saves a text: mem0, OpenMemory, KMS, claude-mem and others. A write carries its key
 * if the tool takes metadata or tags; otherwise it is recognised by its text.
 */
export function createTextMemory(server: MemoryServer, caller: McpCaller, user: string): RemoteMemory {
  const { search, save, list, remove } = server;
  const argumentsOf = (tool: MemoryServerTool): ToolArguments =>
    readToolSchema(caller.tools.find(({ name }: ToolListing) => name === tool.name)?.inputSchema);
  const whose = (tool: MemoryServerTool): Record<string, unknown> => {
    const given = argumentsOf(tool);
    const named = tool.user ?? ['user_id', 'userId'].find((name) => given.has(name));
    return named === undefined ? {} : { [named]: user };
  };
  const find = async (query: string, limit: number, signal: AbortSignal): Promise<RemoteItem[]> => {
    const given = argumentsOf(search);
    const most = ['limit', 'top_k', 'topK', 'n_results', 'max_results'].find((name) => given.has(name));
    const asked = {
      ...whose(search),
      [search.argument ?? 'query']: query,
      ...(most === undefined ? {} : { [most]: limit }),
    };
    return readRemoteItems(await caller.call(search.name, asked, signal), MOST_FOUND);
  };
  const searchTimeline = caller.tools.find(({ name }) => name === `${server.prefix}timeline`);
  return {
    provider: server.kind,
    isIdempotent: false,
    atOnce: 1,
    search: async (query, limit, signal) => (await find(query, limit, signal)).slice(0, limit),
    save: save === null ? null : async (write, signal) => saveText(write, save, signal),
    find: async (write, signal) => {
      const held = (items: readonly RemoteItem[]) =>
        items.find(({ key, text }) => key === write.key || (key === null && text === write.text)) ?? null;
      const found = held(await find(write.text ?? write.key, LOOKED_AT, signal));
      if (found !== null) return found;
      return list === null ? 'unknown' : held(await listAll(list, signal));
    },
    remove:
      remove === null
        ? null
        : async (id, signal) => {
            const argument = remove.argument ?? 'id';
            const isList = /s$/u.test(argument);
            await caller.call(
              remove.name,
              { ...whoseIfNeeded(remove), [argument]: isList ? [id] : id },
              signal,
            );
          },
    list: list === null ? null : (signal) => listAll(list, signal),
    ...(searchTimeline === undefined
      ? {}
      : {
          getTimeline: async (start: Date, end: Date, signal: AbortSignal) => {
            const values = await caller.call(
              searchTimeline.name,
              { query: `${start.toISOString()} ${end.toISOString()}` },
              signal,
            );
            return readRemoteItems(values, MOST_FOUND).filter(
              ({ at }) => at !== null && Date.parse(at) >= +start && Date.parse(at) <= +end,
            );
          },
        }),
    close: caller.close,
  };

  function whoseIfNeeded(tool: MemoryServerTool): Record<string, unknown> {
    return tool.user === null ? {} : { [tool.user]: user };
  }

  async function listAll(tool: MemoryServerTool, signal: AbortSignal): Promise<RemoteItem[]> {
    return readRemoteItems(await caller.call(tool.name, whose(tool), signal), MOST_LISTED);
  }

  async function saveText(
    write: RemoteWrite,
    tool: MemoryServerTool,
    signal: AbortSignal,
  ): Promise<string | null> {
    const given = argumentsOf(tool);
    const argument = tool.argument ?? 'text';
    const text = argument === 'messages' ? [{ role: 'user', content: write.text }] : write.text;
    const values = await caller.call(
      tool.name,
      {
        ...whose(tool),
        [argument]: text,
        ...(given.has('metadata') ? { metadata: { memora: write.key, kind: write.kind } } : {}),
        // Keeps the server's model from rewriting the text, so that the text can be found by its words.
        ...(given.has('infer') ? { infer: false } : {}),
        ...(!given.has('metadata') && given.isList('tags') ? { tags: [`memora:${write.key}`] } : {}),
      },
      signal,
    );
    const [item] = readRemoteItems(values, 1);
    return item !== undefined && item.text === write.text && !/^row-\d+$/u.test(item.id) ? item.id : null;
  }
}
