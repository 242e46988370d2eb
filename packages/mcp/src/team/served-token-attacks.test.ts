import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS } from '../testing-fixtures/connect-client.ts';
import { listTokenAttacks } from '../testing-fixtures/list-token-attacks.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { startIssuer, type TestIssuer } from '../testing-fixtures/start-issuer.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';

const AUDIENCE = 'http://127.0.0.1/mcp';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const START = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'attacks', version: '1' } },
});

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `a team's server under attack${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: McpTeam;
    let issuer: TestIssuer;
    let served: ServedTeam;
    beforeAll(async () => {
      server = await startServer();
      team = await setupTeam(server);
      issuer = await startIssuer();
      await team.tokenOf('eve');
      served = await team.serve({ issuer: issuer.url, url: AUDIENCE, withWorker: true });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await issuer?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    const post = (token: string, body = LIST, more: Record<string, string> = {}) =>
      fetch(served.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...more,
        },
        body,
      });

    it('refuses every token that does not count with the right status, and logs codes alone', async () => {
      const { attacks } = listTokenAttacks({
        issuer,
        audience: AUDIENCE,
        tokenFile: team.tokenFile,
        now: () => Math.floor(Date.now() / 1000),
        // A caller who is not a member is recognised here, and sees nothing.
        letsIn: async (token) => (await post(token)).status !== 401,
      });
      const tokens: string[] = [];
      for (const [title, status, code, make] of attacks) {
        const token = await make();
        tokens.push(...token.split('.').filter((part) => part.length > 8));
        const before = served.lines.length;
        const reply = await post(token);
        await reply.text();
        expect([title, reply.status, served.lines.slice(before)]).toEqual([
          title,
          status,
          [`refused: ${code}`],
        ]);
      }
      const logged = served.lines.join('\n');
      for (const word of [...tokens, 'ann-secret-subject', issuer.url]) expect(logged).not.toContain(word);
    }, 120_000);

    it('knows no session of somebody else', async () => {
      const [ann, ben] = [await team.tokenOf('ann'), await team.tokenOf('ben')];
      const started = await post(ann, START);
      const session = started.headers.get('mcp-session-id') ?? '';
      await started.body?.cancel();
      expect(session).not.toBe('');
      const with_ = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
      const own = await post(ann, LIST, with_);
      await own.body?.cancel();
      expect(own.status).toBe(200);
      const replayed = await post(ben, LIST, with_);
      expect([replayed.status, await replayed.text()]).toEqual([
        404,
        expect.not.stringContaining('memora_query'),
      ]);
    });

    it('shows the notes of a group to a person while the token of the issuer names it, and to the same person with no other token', async () => {
      const admin = await team.tokenOf('ann', ['memora:read', 'memora:write', 'memora:admin']);
      const administer = async (operation: string, args: object) => {
        const reply = await fetch(served.url.replace('/mcp', '/team'), {
          method: 'POST',
          headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
          body: JSON.stringify({ operation, arguments: args }),
        });
        expect([operation, reply.status]).toEqual([operation, 200]);
      };
      await administer('scope.add', { owner: 'payments', group: true });
      await administer('member.add', { principal: `${issuer.url}#ida`, role: 'reader' });
      const connect = HTTP_CLIENTS['v2 SDK over HTTP'];
      const ben = await team.tokenOf('ben', undefined, { groups: ['payments'] });
      await using writer = await connect(served.url, ben);
      const written = outputOf(
        await writer.callTool('memora_capture', {
          ...{ region: 'plans', summary: 'Offices', body: 'The payments team moves to 4 offices.' },
          ...{ scope: '@payments', wait_ms: 30_000 },
        }),
      );
      const path = String(written['path']);
      expect([written['indexed'], path]).toEqual([true, expect.stringMatching(/^@payments\//u)]);
      const now = Math.floor(Date.now() / 1000);
      const seenWith = async (claims: object) => {
        const who = { iss: issuer.url, sub: 'ida', aud: AUDIENCE, scope: 'memora:read' };
        await using client = await connect(
          served.url,
          await issuer.sign({ ...who, iat: now, exp: now + 600, ...claims }),
        );
        const found = await client.callTool('memora_query_cited', {
          query: 'How many offices has payments?',
        });
        const note = await client.callTool('memora_get_note', { id: path });
        return [JSON.stringify(outputOf(found)).includes('4 offices'), codeOf(note)];
      };
      expect(await seenWith({ groups: ['payments'] })).toEqual([true, undefined]);
      // Names are exact, a list is a list, and another claim or scope is not a group.
      for (const claims of [
        ...[{}, { groups: [] }, { groups: ['Payments'] }, { groups: ['@payments'] }, { groups: ['hr'] }],
        ...[{ groups: 'payments' }, { roles: ['payments'] }, { scope: 'memora:read payments @payments' }],
      ])
        expect([claims, ...(await seenWith(claims))]).toEqual([claims, false, 'NOTE_NOT_FOUND']);
      expect(await seenWith({ groups: ['hr', 'payments'] })).toEqual([true, undefined]);
      // A member of the group who is not a member of the workspace sees nothing.
      expect(await seenWith({ sub: 'mallory', groups: ['payments'] })).toEqual([false, 'TEAM_NOT_A_MEMBER']);
    }, 120_000);
  },
);
