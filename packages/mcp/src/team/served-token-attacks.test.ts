import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTokenAttacks } from '../testing-fixtures/list-token-attacks.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { startIssuer, type TestIssuer } from '../testing-fixtures/start-issuer.ts';

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
      served = await team.serve({ issuer: issuer.url, url: 'http://127.0.0.1/mcp' });
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
        audience: 'http://127.0.0.1/mcp',
        tokenFile: team.tokenFile,
        now: () => Math.floor(Date.now() / 1000),
        // Whoever is no member is known here, and sees nothing.
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
  },
);
