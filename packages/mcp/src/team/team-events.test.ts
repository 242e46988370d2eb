import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS } from '../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { stallPublication } from '../testing-fixtures/stall-publication.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';

const reason = whyNoServer();
const WAIT = { wait_ms: 30_000 };

describe.skipIf(reason !== null)(
  `events and limits of a team's server${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let server: ServedTeam;
    const tokens: Record<string, string> = {};
    const connect = (who: string, to = server) => HTTP_CLIENTS['v1 SDK over HTTP'](to.url, tokens[who] ?? '');

    beforeAll(async () => {
      postgres = await startServer();
      team = await setupTeam(postgres);
      for (const who of ['ben', 'eve']) tokens[who] = await team.tokenOf(who);
      server = await team.serve({ withWorker: true });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('tells a subscriber of notes that its principal may see, and of no others', async () => {
      await using ben = await connect('ben');
      const capture = (summary: string, scope: string) =>
        ben
          .callTool('memora_capture', {
            region: 'r',
            summary,
            body: `The ${summary} is new.`,
            scope,
            ...WAIT,
          })
          .then(outputOf);
      const shared = await capture('Buoy', 'workspace');
      const own = await capture('Raft', 'user');
      const uriOf = ({ id }: Record<string, unknown>) => `memora://note/${encodeURIComponent(String(id))}`;

      const heard: string[] = [];
      const eve = new Client({ name: 'events', version: '1' });
      eve.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        heard.push(params.uri);
      });
      const headers = { authorization: `Bearer ${tokens['eve']}` };
      await eve.connect(
        new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }) as never,
      );
      await eve.subscribeResource({ uri: uriOf(shared) });
      await expect(eve.subscribeResource({ uri: uriOf(own) })).rejects.toThrow();
      const update = (note: Record<string, unknown>, text: string) =>
        ben.callTool('memora_update_note', { path: note['path'], text, version: 1, ...WAIT });
      const withId = (note: Record<string, unknown>, text: string) =>
        `---\nid: ${note['id']}\n---\n${text}\n`;
      await update(own, withId(own, 'The Raft is old.'));
      await update(shared, withId(shared, 'The Buoy is old.'));
      await expect.poll(() => heard, { timeout: 20_000 }).toEqual([uriOf(shared)]);
      await eve.close();
    });

    it('publishes what somebody captures while what somebody else has pushed is under way', async () => {
      await using hers = await stallPublication(postgres, team, 'ann');
      await using ben = await connect('ben');
      const crane = { region: 'r', summary: 'Crane', body: 'The crane lifts 4 tons.', ...WAIT };
      const told = await ben.callTool('memora_capture', crane).then(outputOf);
      expect([told['indexed'], hers.isPublished()]).toEqual([true, false]);
      await hers.letGo();
      await expect.poll(hers.isPublished, { timeout: 60_000 }).toBe(true);
    });

    it('refuses what one principal asks too much, says when to come again, and answers the others', async () => {
      const limited = await team.serve({
        limits: { requestsPerMinute: 40, capturesPerMinute: 2, answerSize: 4_000 },
      });
      await using ben = await connect('ben', limited);
      await using eve = await connect('eve', limited);
      const capture = () =>
        ben
          .callTool('memora_capture', { region: 'r', summary: 'Much', body: 'x', wait_ms: 0 })
          .then(outputOf);
      expect([await capture(), await capture()].map(({ version }) => version)).toEqual([1, 1]);
      expect((await capture())['error']).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        retry_after_ms: expect.any(Number),
        hint: expect.stringMatching(/^Try again in \d+ seconds\.$/u),
      });
      const ask = () =>
        fetch(limited.url, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens['ben']}` },
          body: '{}',
        });
      const statuses = [];
      for (let i = 0; i < 60; i++) statuses.push(await ask());
      const last = statuses.at(-1);
      expect([last?.status, Number(last?.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(codeOf(await eve.callTool('memora_query', { query: 'buoy' }))).toBeUndefined();
    });
  },
);
