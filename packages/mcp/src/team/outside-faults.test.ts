import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS } from '../testing-fixtures/connect-client.ts';
import { type McpTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { startBalancer } from '../testing-fixtures/start-balancer.ts';
import { startIssuer, type TestIssuer } from '../testing-fixtures/start-issuer.ts';
import { startTeamServer } from '../testing-fixtures/start-team-server.ts';
import { outputOf } from '../testing-fixtures/tool-output.ts';
import { addToken } from './tokens/keep-tokens.ts';

const reason = whyNoServer();
const NOTE = { region: 'r', body: 'The dyke is 9 metres high.', scope: 'workspace' };
const PATIENT = { timeout: 60_000, interval: 100 };
const MINUTES = 60_000;
const SHIFT = fileURLToPath(new URL('../testing-fixtures/shift-clock.mjs', import.meta.url));
const URL_OF_MEMORY = 'http://127.0.0.1/mcp';
const HELLO = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

describe.skipIf(reason !== null)(
  `faults around a team's server${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let issuer: TestIssuer;
    let token: string;
    const connect = (url: string, bearer = token) => HTTP_CLIENTS['v2 SDK over HTTP'](url, bearer);
    const post = (url: string, bearer: string, message: object, more: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...more,
        },
        body: JSON.stringify(message),
      });
    const signed = (from: number, until: number) => {
      const now = Math.floor(Date.now() / 1000);
      const times = { iat: now + from, exp: now + until };
      const who = { iss: issuer.url, sub: 'ida', aud: URL_OF_MEMORY, scope: 'memora:read' };
      return issuer.sign({ ...who, ...times });
    };

    beforeAll(async () => {
      postgres = await startServer();
      issuer = await startIssuer();
      team = await setupTeam(postgres, { ben: 'writer', [`${issuer.url}#ida`]: 'reader' });
      token = await team.tokenOf('ben');
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await issuer?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('starts while the issuer is away, serves tokens of the file, and those of the issuer once it is there and when it goes', async () => {
      issuer.mood = 'down';
      const { url, lines, end } = await team.serve({ issuer: issuer.url, url: URL_OF_MEMORY });
      expect((await fetch(`${new URL(url).origin}/readyz`)).status).toBe(200);
      const bearer = await signed(0, 600);
      const away = await post(url, bearer, HELLO);
      expect([away.status, Number(away.headers.get('retry-after'))]).toEqual([503, 5]);
      expect((await post(url, token, HELLO)).status).toBe(200);
      issuer.mood = 'up';
      await expect.poll(async () => (await post(url, bearer, HELLO)).status, PATIENT).toBe(200);
      issuer.mood = 'down';
      expect((await post(url, bearer, HELLO)).status).toBe(200);
      expect(new Set(lines.filter((line) => line.startsWith('refused')))).toEqual(
        new Set(['refused: ISSUER_AWAY']),
      );
      issuer.mood = 'up';
      await end();
    });

    it('writes and answers the same on machines whose clocks are five minutes off, and holds tokens against its own', async () => {
      const start = (off: number, more: readonly string[]) =>
        startTeamServer({ ...team.env, NODE_OPTIONS: `--import ${SHIFT}`, MEMORA_TEST_CLOCK: String(off) }, [
          '--token-file',
          team.tokenFile,
          '--issuer',
          issuer.url,
          '--url',
          URL_OF_MEMORY,
          ...more,
        ]);
      const both = await Promise.all([start(5 * MINUTES, ['--with-worker']), start(-5 * MINUTES, [])]);
      const [fast = '', slow = ''] = both.map(({ port }) => `http://127.0.0.1:${port}/mcp`);
      await using ahead = await connect(fast);
      await using behind = await connect(slow);
      const wait = { wait_ms: 30_000 };
      const written = outputOf(
        await behind.callTool('memora_capture', { ...NOTE, summary: 'Dyke', ...wait }),
      );
      expect(written).toMatchObject({ version: 1, indexed: true });
      for (const client of [ahead, behind]) {
        const answer = outputOf(
          await client.callTool('memora_query_cited', { query: 'How high is the dyke?' }),
        );
        expect(answer).toMatchObject({ clean_text: expect.stringContaining('9 metres'), notes_behind: 0 });
      }
      const text = 'The dyke is 11 metres high.\n';
      const changed = await ahead.callTool('memora_update_note', {
        path: written['path'],
        text,
        version: 1,
        ...wait,
      });
      expect(outputOf(changed)).toMatchObject({ version: 2, indexed: true });
      const later = outputOf(await behind.callTool('memora_query_cited', { query: 'How high is the dyke?' }));
      expect(later['clean_text']).toContain('11 metres');
      expect(later['clean_text']).not.toContain('9 metres');
      // Stored records have the time of the database, whoever wrote them.
      const offs = [
        'version WHERE at',
        'audit WHERE at',
        'claim WHERE to_timestamp(recorded_from / 1000.0)',
      ].map((of) =>
        postgres.psql(
          `SELECT count(*) FROM memora.${of} NOT BETWEEN now() - interval '2 min' AND now() + interval '1 s'`,
          team.name,
        ),
      );
      expect(offs).toEqual(['0', '0', '0']);
      const expiring = (at: number) =>
        addToken(team.tokenFile, {
          principal: 'ben',
          groups: [],
          scopes: ['memora:read'],
          expires: Date.now() + at,
        });
      const statuses = async (bearer: string) => [
        (await post(fast, bearer, HELLO)).status,
        (await post(slow, bearer, HELLO)).status,
      ];
      const [soon, gone] = [await expiring(2 * MINUTES), await expiring(-2 * MINUTES)];
      expect(await statuses(soon.token)).toEqual([401, 200]);
      expect(await statuses(gone.token)).toEqual([401, 200]);
      // Beyond the allowed minute, a token is not yet valid if the clock is late, and expired if it is early.
      expect(await statuses(await signed(0, 180))).toEqual([401, 401]);
      expect(await statuses(await signed(-360, 600))).toEqual([200, 200]);
      for (const { child } of both) child.kill('SIGTERM');
      expect(await Promise.all(both.map(({ child }) => once(child, 'exit')))).toEqual([
        [0, null],
        [0, null],
      ]);
    }, 120_000);

    it('keeps one note of a call whose proxy cut it, and tells a subscriber of what it missed, at another server too', async () => {
      await using balancer = await startBalancer();
      const [one, two] = await Promise.all([
        team.serve({ url: `${balancer.url}/mcp`, withWorker: true }),
        team.serve({ url: `${balancer.url}/mcp` }),
      ]);
      const own = new URL(one.url);
      balancer.targets.push(own.origin);
      const through = `${balancer.url}/mcp`;
      await using direct = await connect(one.url);
      const begun = await post(through, token, HELLO);
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
      await begun.text();
      const call = () =>
        post(
          through,
          token,
          {
            ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
            params: {
              name: 'memora_capture',
              arguments: { ...NOTE, summary: 'Cut', idempotency_key: 'cut', wait_ms: 30_000 },
            },
          },
          session,
        ).then((reply) => reply.text());
      const count = () =>
        postgres.psql("SELECT count(*) FROM memora.head WHERE path = 'r/Cut.md'", team.name);
      const cut = call();
      cut.catch(() => undefined);
      await expect.poll(count, PATIENT).toBe('1');
      balancer.cut();
      await cut.catch(() => undefined);
      expect(await call()).toContain('"version":1');
      expect([
        count(),
        postgres.psql("SELECT count(*) FROM memora.version WHERE path = 'r/Cut.md'", team.name),
      ]).toEqual(['1', '1']);

      const heard: string[] = [];
      const client = new Client({ name: 'events', version: '1' });
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        heard.push(params.uri);
      });
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
        heard.push('list');
      });
      client.onerror = () => undefined;
      const headers = { authorization: `Bearer ${token}` };
      const reconnectionOptions = {
        initialReconnectionDelay: 20,
        maxReconnectionDelay: 20,
        reconnectionDelayGrowFactor: 1,
        // It returns, however long publishing the note takes meanwhile.
        maxRetries: 100_000,
      };
      const transport = new StreamableHTTPClientTransport(new URL(through), {
        requestInit: { headers },
        reconnectionOptions,
      });
      await client.connect(transport as never);
      const uri = 'memora://note/r%2Fcut';
      await client.subscribeResource({ uri });
      const change = async (version: number) => {
        const text = `The dyke is ${version} metres high.\n`;
        const changed = await direct.callTool('memora_update_note', {
          path: 'r/Cut.md',
          text,
          version,
          wait_ms: 30_000,
        });
        expect(outputOf(changed)).toMatchObject({ version: version + 1, indexed: true });
      };
      await change(1);
      await expect.poll(() => heard, PATIENT).toContain(uri);
      heard.length = 0;
      balancer.targets[0] = 'http://127.0.0.1:1';
      balancer.cut();
      await change(2);
      balancer.targets[0] = own.origin;
      await expect.poll(() => heard, PATIENT).toContain(uri);
      // The next server does not know the session, and says so in the only way that a client can act on.
      heard.length = 0;
      balancer.targets[0] = new URL(two.url).origin;
      balancer.cut();
      await expect.poll(() => heard, PATIENT).toContain('list');
      await client.close();
      await Promise.all([one.end(), two.end()]);
    }, 120_000);

    it('ends by SIGTERM with streams open: what is under way is finished, and it leaves with 0', async () => {
      const { child, port } = await startTeamServer(team.env, ['--token-file', team.tokenFile]);
      const url = `http://127.0.0.1:${port}/mcp`;
      const begun = await post(url, token, HELLO);
      const session = begun.headers.get('mcp-session-id') ?? '';
      await begun.text();
      const events = await fetch(url, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'mcp-session-id': session },
      });
      expect(events.status).toBe(200);
      await using ben = await connect(url);
      const count = () =>
        postgres.psql("SELECT count(*) FROM memora.head WHERE path = 'r/Ending.md'", team.name);
      const writing = ben.callTool('memora_capture', { ...NOTE, summary: 'Ending', wait_ms: 1_500 });
      await expect.poll(count, PATIENT).toBe('1');
      const left = once(child, 'exit');
      child.kill('SIGTERM');
      expect(outputOf(await writing)).toMatchObject({ version: 1, indexed: false });
      await events.text().catch(() => '');
      expect(await left).toEqual([0, null]);
      expect(
        Number(postgres.psql("SELECT count(*) FROM memora.audit WHERE act = 'memora_capture'", team.name)),
      ).toBeGreaterThan(0);
    });

    it('waits for what is under way no longer than its deadline', async () => {
      const server = await team.serve({ longestDrain: 200 });
      const begun = await post(server.url, token, HELLO);
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
      await begun.text();
      const late = { ...NOTE, summary: 'Late', wait_ms: 30_000 };
      const call = {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'memora_capture', arguments: late },
      };
      const writing = post(server.url, token, call, session)
        .then((reply) => reply.text())
        .then(
          (text) => text.includes('version'),
          () => false,
        );
      const count = () =>
        postgres.psql("SELECT count(*) FROM memora.head WHERE path = 'r/Late.md'", team.name);
      await expect.poll(count, PATIENT).toBe('1');
      await server.end();
      expect(await writing).toBe(false);
    }, 20_000);
  },
);
