import { initTeam, listWorkspaces, openPool, readAddress, removeWorkspace } from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS, type ToolReply } from '../../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';

const reason = whyNoServer();
const ALL = ['memora:read', 'memora:write', 'memora:admin'] as const;
const SINCE = new Date(Date.now() - 3_600_000).toISOString();

/**
 * Ann administers both of them, because a name belongs to one workspace. Zoe is a member of the other one
 * only.
 */
describe.skipIf(reason !== null)(
  `several workspaces at one server${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let served: ServedTeam;
    const tokens: Record<string, string> = {};
    const owner = () => openPool(readAddress({ url: postgres.url(team.name), from: 'flag', env: TEAM_ENV }));
    const ask = async (who: string, operation: string, args: unknown = {}) => {
      const reply = await fetch(served.url.replace('/mcp', '/team'), {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation, arguments: args }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    const metricsOf = (who: string) =>
      fetch(served.url.replace('/mcp', '/metrics'), { headers: { authorization: `Bearer ${tokens[who]}` } });

    beforeAll(async () => {
      postgres = await startServer();
      team = await setupTeam(postgres);
      await using pool = { ...owner(), [Symbol.asyncDispose]: async () => pool.close() };
      for (const admin of ['ann', 'zoe'])
        await initTeam(pool, { workspace: 'globex', admin, login: 'app', signingKey: TEAM_KEY });
      tokens['ann'] = await team.tokenOf('ann', ALL);
      tokens['ann of globex'] = await team.tokenOf('ann', ALL, { workspace: 'globex' });
      tokens['ben'] = await team.tokenOf('ben', ALL);
      tokens['ben of globex'] = await team.tokenOf('ben', ALL, { workspace: 'globex' });
      served = await team.serve({ withWorker: true });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('shows nobody a word, an id, a count or an act of another workspace', async () => {
      const note = { region: 'plans', body: 'The Heron Dock opens at 6:30.', wait_ms: 30_000 };
      const capture = async (scope: string, summary: string) =>
        JSON.parse((await ask('ann of globex', 'memora_capture', { ...note, summary, scope })).text) as {
          path: string;
          claim_ids: string[];
        };
      const shared = await capture('workspace', 'heron');
      await capture('user', 'heron of ann');
      const id = shared.claim_ids[0] as string;
      const query = { query: 'When does the Heron Dock open?' };
      expect((await ask('ann of globex', 'memora_query_cited', query)).text).toContain('6:30');
      // For another workspace, and for none at all, the answers are the same except for the request itself.
      for (const [operation, theirs, nothing] of [
        ['memora_get_note', { id: shared.path }, { id: 'plans/nothing.md' }],
        ['memora_get_note', { id: '@me/plans/heron-of-ann.md' }, { id: '@me/plans/nothing-of.md' }],
        ['memora_verify_claim', { claim_id: id }, { claim_id: '0000000000000000' }],
        ['history', { note: shared.path }, { note: 'plans/nothing.md' }],
        ['memora_query_cited', query, { query: 'When does the Ibis Dock open?' }],
      ] as const) {
        const [there, none] = [await ask('ann', operation, theirs), await ask('ann', operation, nothing)];
        expect([operation, there.status]).toEqual([operation, none.status]);
        const plain = (text: string) =>
          text.replaceAll(/"?(?:@me\/)?plans\/[a-z-]+\.md"?|[0-9a-z]{16}|Heron|Ibis/gu, '*');
        expect(plain(there.text)).toBe(plain(none.text));
        expect(there.text).not.toContain('6:30');
      }
      // The administrators' lists cover their own workspace, and contain no number that counts the actions of
      // others.
      for (const [operation, args] of [
        ['member.list', {}],
        ['scope.list', {}],
        ['status', {}],
        ['audit', { since: SINCE }],
        ['notes.scopes', {}],
      ] as const) {
        const { status, text } = await ask('ann', operation, args);
        expect([operation, status]).toEqual([operation, 200]);
        for (const word of ['globex', 'zoe', 'heron', '"id"', '"sequence"']) expect(text).not.toContain(word);
      }
      const { scopes } = JSON.parse((await ask('ann', 'status')).text) as { scopes: { notes: number }[] };
      expect(scopes.map(({ notes }) => notes)).toEqual(scopes.map(() => 0));
      const { entries } = JSON.parse((await ask('ann of globex', 'audit', { since: SINCE })).text) as {
        entries: { act: string }[];
      };
      expect(entries.map(({ act }) => act)).toContain('memora_capture');
      expect((await ask('ann', 'audit', { since: SINCE })).text).not.toContain('memora_capture');
      // An administrator of another workspace may not read the metrics, which cover all workspaces.
      expect([(await metricsOf('ann of globex')).status, (await metricsOf('ann')).status]).toEqual([
        403, 200,
      ]);
    });

    it('lets in nobody whose token is for a workspace that it is no member of, whatever it asks for', async () => {
      expect((await ask('ben', 'status')).status).toBe(200);
      for (const operation of ['status', 'notes.scopes', 'memora_get_world_map'])
        expect((await ask('ben of globex', operation)).text).toContain('TEAM_NOT_A_MEMBER');
      // A workspace is not an argument.
      for (const more of [{ workspace: 'globex' }, { scope: 'globex' }])
        expect((await ask('ben', 'status', more)).status).toBe(400);
    });

    it('knows a session to the person and the workspace that began it alone', async () => {
      await using client = await HTTP_CLIENTS['v1 SDK over HTTP'](
        served.url,
        tokens['ann of globex'] as string,
      );
      const out = (reply: ToolReply) => JSON.stringify(reply);
      expect(out(await client.callTool('memora_query', { query: 'Heron Dock' }))).toContain('6:30');
      const begin = async (who: string) => {
        const reply = await post(who, { method: 'initialize', params: INITIALIZE, id: 1 });
        return reply.headers.get('mcp-session-id') as string;
      };
      const post = (who: string, message: object, session?: string) =>
        fetch(served.url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${tokens[who]}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(session === undefined ? {} : { 'mcp-session-id': session }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        });
      const session = await begin('ann of globex');
      const list = { method: 'tools/list', id: 2 };
      expect((await post('ann of globex', list, session)).status).toBe(200);
      expect((await post('ann', list, session)).status).toBe(404);
    });

    it('is removed by whoever runs the database, with every row of it, and leaves the others as they are', async () => {
      const pool = owner();
      try {
        await ask('ann', 'memora_capture', {
          region: 'a',
          summary: 'kept',
          body: 'The Kite Quay is dry.',
          wait_ms: 30_000,
        });
        expect((await listWorkspaces(pool)).find(({ workspace }) => workspace === 'globex')).toMatchObject({
          notes: 2,
        });
        const scopes = postgres.psql(
          "SELECT string_agg(s.id::text, ',') FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace WHERE w.name = 'globex'",
          team.name,
        );
        expect(await removeWorkspace(pool, 'globex')).toBe(2);
        expect(await removeWorkspace(pool, 'globex')).toBeNull();
        await expect(removeWorkspace(pool, '@global')).rejects.toMatchObject({ code: 'TEAM_SCOPE_UNKNOWN' });
        const tables = postgres
          .psql(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = 'memora' AND column_name = 'scope' AND table_name <> 'audit'",
            team.name,
          )
          .split('\n');
        for (const table of tables)
          expect([
            table,
            postgres.psql(`SELECT count(*) FROM memora.${table} WHERE scope IN (${scopes})`, team.name),
          ]).toEqual([table, '0']);
        expect((await listWorkspaces(pool)).map(({ workspace }) => workspace)).toEqual(['@global', 'acme']);
        expect((await ask('ann of globex', 'status')).text).toContain('TEAM_NOT_A_MEMBER');
        expect((await ask('ann', 'memora_query_cited', { query: 'Is the Kite Quay dry?' })).text).toContain(
          'dry',
        );
      } finally {
        await pool.close();
      }
    });
  },
);

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
