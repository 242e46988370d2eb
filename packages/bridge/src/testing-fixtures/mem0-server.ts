import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

/** How the next calls are answered, in order, and `ok` after that. `lost`: done, but answered with a 500. `late`: done, and never answered. */
type Manner = 'ok' | '429' | '500' | 'lost' | 'late';

interface Row {
  readonly id: string;
  memory: string;
  readonly user_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/** A local server that behaves like mem0: its REST API, and tools over Streamable HTTP at `/mcp`. */
export async function openMem0Server() {
  const rows = new Map<string, Row>();
  const manners: Manner[] = [];
  const seen: string[] = [];
  let made = 0;
  const add = (memory: string, user: string, metadata: Row['metadata']): Row => {
    const row = { id: `m${++made}`, memory, user_id: user, metadata, created_at: '2026-11-20T10:00:00Z' };
    rows.set(row.id, row);
    return row;
  };
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const find = (query: string, user: string, limit: number) =>
    [...rows.values()]
      .filter(({ user_id: of }) => of === user)
      .map((row) => ({
        ...row,
        score: [...words(row.memory)].filter((word) => words(query).has(word)).length / 10,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  const rest = (method: string, url: URL, body: Record<string, unknown>): unknown => {
    if (method === 'POST' && url.pathname === '/memories') {
      const [message] = body['messages'] as { content: string }[];
      const row = add(
        message?.content ?? '',
        String(body['user_id']),
        (body['metadata'] ?? {}) as Row['metadata'],
      );
      return { results: [{ ...row, event: 'ADD' }] };
    }
    if (method === 'POST' && url.pathname === '/search')
      return { results: find(String(body['query']), String(body['user_id']), Number(body['limit'])) };
    if (method === 'GET' && url.pathname === '/memories')
      return {
        results: [...rows.values()].filter(({ user_id: of }) => of === url.searchParams.get('user_id')),
      };
    if (method === 'DELETE')
      return { message: rows.delete(url.pathname.split('/')[2] ?? '') ? 'gone' : 'none' };
    return null;
  };
  const mcp = createMcpHandler(() => createTools({ add, find, rows }), { legacy: 'stateless' });
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    seen.push(`${request.method} ${request.url} ${text}`);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/mcp') {
      const asked = new Request(url, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(text === '' ? {} : { body: text }),
      });
      const given = await mcp.fetch(asked);
      response.writeHead(given.status, Object.fromEntries(given.headers));
      response.end(Buffer.from(await given.arrayBuffer()));
      return;
    }
    const manner = manners.shift() ?? 'ok';
    if (manner === '429') {
      response.writeHead(429, { 'retry-after': '7' }).end();
      return;
    }
    if (manner === '500') {
      response.writeHead(500).end('{"error":"no"}');
      return;
    }
    const value = rest(
      request.method ?? '',
      url,
      text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    );
    if (manner === 'late') return;
    if (manner === 'lost') response.writeHead(500).end('{"error":"who knows"}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    rows,
    manners,
    seen,
    add,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mcp.close();
    },
  };
}

interface Store {
  readonly add: (memory: string, user: string, metadata: Row['metadata']) => Row;
  readonly find: (query: string, user: string, limit: number) => readonly object[];
  readonly rows: Map<string, Row>;
}

const text = { type: 'string' } as const;
const tool = (name: string, properties: Record<string, { type: string }>, required: string[]) => ({
  name,
  inputSchema: { type: 'object' as const, properties, required },
});
const TOOLS = [
  tool('add_memory', { text, user_id: text, metadata: { type: 'object' } }, ['text']),
  tool('search_memories', { query: text, user_id: text, limit: { type: 'number' } }, ['query']),
  tool('get_memories', { user_id: text }, []),
  tool('delete_memory', { memory_id: text }, ['memory_id']),
];

function createTools({ add, find, rows }: Store): Server {
  const server = new Server({ name: 'mem0', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const user = String(given['user_id'] ?? 'memora');
    const value =
      name === 'add_memory'
        ? { results: [add(String(given['text']), user, (given['metadata'] ?? {}) as Row['metadata'])] }
        : name === 'search_memories'
          ? { results: find(String(given['query']), user, Number(given['limit'] ?? 10)) }
          : name === 'get_memories'
            ? { results: [...rows.values()] }
            : { deleted: rows.delete(String(given['memory_id'])) };
    return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
  });
  return server;
}
