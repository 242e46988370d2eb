import { connect as connectSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS } from '../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';

const reason = whyNoServer();
const NOTE = { region: 'r', summary: 'Dyke', body: 'The dyke is 9 metres high.', scope: 'workspace' };

describe.skipIf(reason !== null)(`faults of a team's server${reason === null ? '' : ` (${reason})`}`, () => {
  let postgres: TestServer;
  let team: McpTeam;
  let token: string;
  const connect = ({ url }: ServedTeam) => HTTP_CLIENTS['v2 SDK over HTTP'](url, token);

  beforeAll(async () => {
    postgres = await startServer();
    team = await setupTeam(postgres);
    token = await team.tokenOf('ben');
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
  });

  it('starts without its database, says so, and answers once it is there; again after it was away', async () => {
    await postgres.stop();
    const server = await team.serve({ withWorker: true });
    await using ben = await connect(server);
    expect((await ben.listTools()).tools.length).toBeGreaterThan(10);
    for (const away of [true, false]) {
      const asked = () => ben.callTool('memora_query', { query: 'dyke' }).then(codeOf);
      expect(await asked()).toBe('TEAM_UNREACHABLE');
      await postgres.start();
      await expect.poll(asked, { timeout: 60_000, interval: 200 }).toBeUndefined();
      if (away) {
        const written = await ben.callTool('memora_capture', { ...NOTE, wait_ms: 30_000 });
        expect(outputOf(written)).toMatchObject({ indexed: true });
        await postgres.stop('immediate');
      }
    }
    const answer = await ben.callTool('memora_query_cited', { query: 'How high is the dyke?' });
    expect(outputOf(answer)['clean_text']).toContain('9 metres');
    await server.end();
  });

  it('answers on while nobody publishes, and each answer says how many notes it is behind', async () => {
    const server = await team.serve();
    await using ben = await connect(server);
    const ask = async () => outputOf(await ben.callTool('memora_query', { query: 'dyke' }));
    expect((await ask())['notes_behind']).toBe(0);
    for (const summary of ['Sluice', 'Weir']) {
      const written = outputOf(await ben.callTool('memora_capture', { ...NOTE, summary, wait_ms: 0 }));
      expect(written).toMatchObject({
        indexed: false,
        claim_ids: [],
        wait_for: expect.stringMatching(/^workspace:\d+$/),
      });
    }
    // An hour passes: stored times and leases are that much older.
    postgres.psql(
      `SET session_replication_role = replica; UPDATE memora.version SET at = at - interval '1 hour';
       UPDATE memora.scope SET published_at = published_at - interval '1 hour'`,
      team.name,
    );
    const late = await ask();
    expect([late['notes_behind'], (late['hits'] as unknown[]).length > 0]).toEqual([2, true]);
    // Two workers at once: each scope is published by one of them.
    const workers = await Promise.all([team.serve({ withWorker: true }), team.serve({ withWorker: true })]);
    await expect.poll(async () => (await ask())['notes_behind'], { timeout: 60_000, interval: 100 }).toBe(0);
    await Promise.all(workers.map(({ end }) => end()));
    expect(workers.flatMap(({ lines }) => lines).join('\n')).not.toMatch(/worker:|failed/u);
    await server.end();
  });

  it('finishes what is under way when it is ended, and ends the streams', async () => {
    const server = await team.serve();
    await using ben = await connect(server);
    const stream = await fetch(server.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
    });
    const session = stream.headers.get('mcp-session-id') ?? '';
    await stream.text();
    const events = await fetch(server.url, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'mcp-session-id': session },
    });
    expect(events.status).toBe(200);
    const writing = ben.callTool('memora_capture', { ...NOTE, summary: 'Ending', wait_ms: 1_500 });
    await wait(300);
    const [written] = await Promise.all([writing, server.end(), events.text().catch(() => '')]);
    expect(outputOf(written)).toMatchObject({ version: 1, indexed: false });
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('answers others while a client never reads', async () => {
    const server = await team.serve();
    const { hostname, port } = new URL(server.url);
    const sockets = Array.from({ length: 20 }, () => connectSocket({ host: hostname, port: Number(port) }));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    for (const socket of sockets) {
      socket.pause();
      socket.on('error', () => undefined);
      const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      for (let i = 0; i < 50; i++) socket.write(head + body);
    }
    await using ben = await connect(server);
    expect(codeOf(await ben.callTool('memora_query', { query: 'dyke' }))).toBeUndefined();
    for (const socket of sockets) socket.destroy();
    await server.end();
  });
});
