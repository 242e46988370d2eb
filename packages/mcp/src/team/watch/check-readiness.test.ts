import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';

const reason = whyNoServer();
describe.skipIf(reason !== null)(`whether a server is ready${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let team: McpTeam;

  beforeAll(async () => {
    server = await startServer();
    team = await setupTeam(server);
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  it('is said in words, without a token, from a start without a database on', async () => {
    await team.tokenOf('ann');
    await server.stop();
    const { url } = await team.serve();
    const { origin } = new URL(url);
    const look = async (path: string) => {
      const reply = await fetch(`${origin}${path}`);
      return (await reply.json()) as object;
    };
    expect(await look('/healthz')).toMatchObject({ status: 'ok' });
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    expect(await look('/readyz')).toEqual({
      status: 'not ready',
      part: 'database',
      code: 'TEAM_UNREACHABLE',
      reason: 'the database does not answer',
    });
    await server.start();
    for (let left = 200; left > 0 && (await fetch(`${origin}/readyz`)).status !== 200; left--)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const name = new URL(team.env['MEMORA_TEAM_DATABASE'] ?? '').pathname.slice(1);
    server.psql('ALTER TABLE memora.note DISABLE ROW LEVEL SECURITY', name);
    for (let left = 200; left > 0 && (await fetch(`${origin}/readyz`)).status === 200; left--)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const altered = await look('/readyz');
    expect(altered).toMatchObject({ part: 'policies', code: 'TEAM_POLICIES_ALTERED' });
    expect(JSON.stringify(altered)).not.toContain(name);
    expect(await look('/healthz')).toMatchObject({ status: 'ok' });
  }, 120_000);
});
