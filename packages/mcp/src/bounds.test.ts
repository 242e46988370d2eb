import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Memory } from '@memora/engine';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_STREAMS, serveHttp, TIMEOUTS } from './http/serve-http.ts';
import { LONGEST_LIST, LONGEST_TEXT } from './protocol/fields.ts';
import { wholeSchemas } from './protocol/list-schemas.ts';
import { parseInput } from './protocol/parse-input.ts';
import type { ToolCall } from './protocol/tool-definition.ts';
import { createToolService, LONGEST_RESULT, MOST_CALLS } from './protocol/tool-service.ts';
import { zodOf } from './protocol/zod-of.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { startHttpServer, startServer } from './testing-fixtures/start-server.ts';
import { toolsOf } from './tools.ts';

const MODERN = '2026-07-28';

const call: ToolCall = {
  signal: new AbortController().signal,
  progress: () => {},
  notesChanged: () => {},
};
const upToDate = { refresh: async () => ({ changed: [], behind: [], complete: true, reason: null }) };
const faceOf = (memory: object) =>
  createToolService({
    memory: async () => ({ ...upToDate, ...memory }) as unknown as Memory,
    toolset: 'all',
    log: () => {},
  });

interface Field {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

/** A client's first request in its wire form. */
function initialise(url: string, token: string, protocolVersion: string): Promise<Response> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
}

describe('what a tool is given', () => {
  it('is bounded: every text and every list of every tool', () => {
    for (const tool of toolsOf('all')) {
      const properties = wholeSchemas(tool).inputSchema['properties'] as Record<string, Field>;
      for (const [property, { type, enum: values, maxLength }] of Object.entries(properties)) {
        if (values !== undefined || (type !== 'string' && type !== 'array')) continue;
        const tooMuch =
          type === 'string'
            ? 'a'.repeat((maxLength ?? LONGEST_TEXT) + 1)
            : new Array(LONGEST_LIST + 1).fill('a');
        const given = () => parseInput(zodOf(tool.input()).partial(), { [property]: tooMuch });
        expect(given, `${tool.name} ${property}`).toThrow(/at most \d+/);
        expect(maxLength ?? 0).toBeLessThanOrEqual(1_000_000);
      }
    }
  });
});

describe('calls', () => {
  it('are refused where more are under way than the server works on, and taken again afterwards', async () => {
    const held = Promise.withResolvers<string>();
    const service = faceOf({ worldMap: () => held.promise });
    const calls = Array.from({ length: MOST_CALLS + 3 }, () =>
      service.callTool('memora_get_world_map', {}, call),
    );
    held.resolve('# Map');
    const results = await Promise.all(calls);
    expect(results.filter((result) => result?.ok)).toHaveLength(MOST_CALLS);
    expect(
      results.filter((result) => result?.ok === false && result.error.code === 'TOO_MANY_CALLS'),
    ).toHaveLength(3);
    expect(await service.callTool('memora_get_world_map', {}, call)).toMatchObject({ ok: true });
  });

  it('give no result that no client could read', async () => {
    const service = faceOf({ worldMap: async () => 'x'.repeat(LONGEST_RESULT) });
    expect(await service.callTool('memora_get_world_map', {}, call)).toMatchObject({
      ok: false,
      error: { code: 'RESULT_TOO_LARGE' },
    });
  });
});

describe('a server', () => {
  let vault: Awaited<ReturnType<typeof setupVault>>;
  beforeAll(async () => {
    vault = await setupVault();
  });
  afterAll(() => vault[Symbol.asyncDispose]());

  it('leaves a client that sends a line without end', async () => {
    await using server = startServer(vault.vault, vault.env);
    const part = 'x'.repeat(1_000_000);
    for (let i = 0; i < 40; i++) server.child.stdin.write(part);
    await server.exited;
    expect(server.output.stdout).toBe('');
  });

  it('answers others while a connection sends nothing, half of a header or half of a body, and closes that one', async () => {
    const token = 'x'.repeat(43);
    // The short check does not wait half a minute for the end. `MEMORA_TEST_WHOLE=1` uses the server's own
    // timeout.
    expect(Math.max(TIMEOUTS.headersTimeout, TIMEOUTS.requestTimeout)).toBeLessThanOrEqual(30_000);
    const short: typeof TIMEOUTS = {
      ...TIMEOUTS,
      headersTimeout: 2_000,
      requestTimeout: 3_000,
      connectionsCheckingInterval: 100,
    };
    const timeouts = isWhole ? TIMEOUTS : short;
    const server = await serveHttp(faceOf({}), { port: 0, token, timeouts });
    await using _ = { [Symbol.asyncDispose]: server.close };
    const { port, host } = new URL(server.url);
    const head = `POST /mcp HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n`;
    const slow = ['', head.slice(0, 40), `${head}content-length: 100\r\n\r\n{"jsonrpc"`].map((text) =>
      open(Number(port), text),
    );
    const reply = await initialise(server.url, token, '2025-11-25');
    expect(reply.status).toBe(200);
    await reply.text();
    await Promise.all(slow.map(({ closed }) => closed));
  });

  it('holds 64 sessions: one more ends the oldest, and the others go on', async () => {
    const tokenFile = join(vault.folder, 'token-sessions');
    await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const post = async (method: string, params: object, session?: string) => {
      const reply = await fetch(server.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      await reply.text();
      return reply;
    };
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    const sessions: string[] = [];
    for (let i = 0; i < 66; i++)
      sessions.push((await post('initialize', hello)).headers.get('mcp-session-id') ?? '');
    expect(new Set(sessions).size).toBe(66);
    const statuses: number[] = [];
    for (const session of sessions) statuses.push((await post('ping', {}, session)).status);
    expect(statuses).toEqual([404, 404, ...new Array(64).fill(200)]);
    // A request without a session ends none.
    for (let i = 0; i < 70; i++) expect((await post('tools/list', {})).status).toBe(400);
    const again: number[] = [];
    for (const session of sessions) again.push((await post('ping', {}, session)).status);
    expect(again).toEqual(statuses);
  });

  it('holds 128 idle streams: one more ends the oldest, and calls are answered beside them', async () => {
    const tokenFile = join(vault.folder, 'token-streams');
    await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const { port, host } = new URL(server.url);
    const head = `host: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n`;
    const body = (id: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'subscriptions/listen',
        params: {
          notifications: { resourcesListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': MODERN,
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      });
    const streams: ReturnType<typeof open>[] = [];
    for (let i = 0; i < MOST_STREAMS + 3; i++) {
      const text = body(i);
      const stream = open(
        Number(port),
        `POST /mcp HTTP/1.1\r\n${head}mcp-protocol-version: ${MODERN}\r\nmcp-method: subscriptions/listen\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
      expect(await stream.first).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*text\/event-stream/);
      streams.push(stream);
    }
    await Promise.all(streams.slice(0, 3).map(({ closed }) => closed));
    expect(streams.map(({ socket }) => socket.destroyed)).toEqual([
      true,
      true,
      true,
      ...new Array(MOST_STREAMS).fill(false),
    ]);
    const reply = await initialise(server.url, token, '2025-06-18');
    expect(reply.status).toBe(200);
    for (const { socket } of streams) socket.destroy();
  });

  it('answers others while very many requests of a client are under way whose answers it never reads', async () => {
    const tokenFile = join(vault.folder, 'token-unread');
    await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const { port, host } = new URL(server.url);
    const begun = await initialise(server.url, token, '2025-06-18');
    await begun.text();
    const session = begun.headers.get('mcp-session-id') ?? '';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const request = `POST /mcp HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\nmcp-session-id: ${session}\r\nmcp-protocol-version: 2025-06-18\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    // An accepted request shows that the form of the request is complete.
    const heard = open(Number(port), request);
    expect(await heard.first).toMatch(/^HTTP\/1\.1 200/);
    const deaf = Array.from({ length: 100 }, () => {
      const { socket } = open(Number(port), request.repeat(isWhole ? 50 : 10));
      return socket.pause();
    });
    for (const version of ['2025-06-18', '2025-11-25']) {
      const reply = await initialise(server.url, token, version);
      expect(reply.status).toBe(200);
      await reply.text();
    }
    for (const socket of [heard.socket, ...deaf]) socket.destroy();
    expect((await initialise(server.url, token, '2025-06-18')).status).toBe(200);
  });

  it('answers a body of more than four megabytes with 413, whether it says so first or not', async () => {
    const tokenFile = join(vault.folder, 'token-413');
    await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { text: 'x'.repeat(5_000_000) },
    });
    for (const sent of [body, new Blob([body]).stream()]) {
      const { status } = await fetch(server.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        body: sent,
        duplex: 'half',
      } as RequestInit);
      expect(status).toBe(413);
    }
  });
});

/** A connection that sends a text and then nothing. */
function open(
  port: number,
  text: string,
): { socket: Socket; first: Promise<string>; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => undefined);
  const first = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
    socket.once('close', () => resolve(''));
  });
  return { socket, first, closed: new Promise((resolve) => socket.on('close', resolve)) };
}
