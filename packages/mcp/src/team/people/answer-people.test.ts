import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';

const reason = whyNoServer();
let server: TestServer;
let team: McpTeam;
let url: string;
let lines: string[];
const tokens: Record<string, string> = {};
const ALL = ['memora:read', 'memora:write', 'memora:admin'] as const;

beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  team = await setupTeam(server);
  for (const who of ['ann', 'ben', 'eve', 'mallory']) tokens[who] = await team.tokenOf(who, [...ALL]);
  tokens['reader'] = await team.tokenOf('ann', ['memora:read']);
  const served = await team.serve();
  url = served.url.replace('/mcp', '/team');
  lines = served.lines as string[];
}, 120_000);
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function ask(who: string, operation: string, args: unknown = {}, headers: Record<string, string> = {}) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ operation, arguments: args }),
  });
  const body = (await reply.json().catch(() => null)) as Record<string, unknown>;
  return { status: reply.status, body, code: (body?.['error'] as { code?: string } | undefined)?.code };
}

describe.skipIf(reason !== null)('people at the server of a team', () => {
  it('keep members, and are kept in the audit, without a login of the database', async () => {
    expect(await ask('ann', 'member.add', { principal: 'carl', role: 'writer' })).toMatchObject({
      status: 200,
      body: { principal: 'carl', role: 'writer' },
    });
    expect((await ask('ann', 'member.list')).body['members']).toContainEqual({
      principal: 'carl',
      isGroup: false,
      role: 'writer',
    });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { entries } = (await ask('ann', 'audit', { since })).body as {
      entries: { principal: string; act: string }[];
    };
    expect(entries.map(({ principal, act }) => `${principal} ${act}`)).toContain('ann team member.add');
    expect((await ask('ann', 'member.remove', { principal: 'carl' })).body).toMatchObject({ removed: true });
  });

  it('do what their role in the database allows, whatever their token says', async () => {
    for (const operation of ['member.list', 'scope.list'])
      expect(await ask('ben', operation)).toMatchObject({ status: 403, code: 'TEAM_RIGHTS_MISSING' });
    expect(await ask('ben', 'member.add', { principal: 'ben', role: 'admin' })).toMatchObject({
      status: 403,
    });
    expect(await ask('mallory', 'status')).toMatchObject({ status: 403, code: 'TEAM_NOT_A_MEMBER' });
    expect((await ask('eve', 'status')).status).toBe(200);
    // And no more than the token, whatever the role says.
    expect((await ask('reader', 'member.list')).status).toBe(403);
    expect((await ask('reader', 'status')).status).toBe(200);
  });

  it.each([
    ['an operation that is none', 'constructor', {}],
    ['one of the prototype', '__proto__', {}],
    ['an argument too many', 'status', { more: 1 }],
    ['another type', 'member.add', { principal: 7 }],
    ['no name', 'member.add', { principal: '' }],
    ['a role that is none', 'member.add', { principal: 'x', role: 'owner' }],
    ['a version below one', 'restore', { note: 'a.md', version: 0 }],
    ['no arguments but a list', 'status', []],
  ])('is refused unread: %s', async (_, operation, args) => {
    expect(await ask('ann', operation, args)).toMatchObject({ status: 400, code: 'INPUT_INVALID' });
  });

  it('are let in as agents are: by token, host, origin, size and depth', async () => {
    const post = (headers: Record<string, string>, body: string, method = 'POST') =>
      fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    const asAnn = { authorization: `Bearer ${tokens['ann']}` };
    expect((await post({}, '{}')).status).toBe(401);
    expect((await post({ authorization: 'Bearer memora_x' }, '{}')).status).toBe(401);
    expect((await post({ ...asAnn, origin: 'https://evil.example' }, '{}')).status).toBe(403);
    expect((await post(asAnn, '', 'GET')).status).toBe(405);
    expect((await post(asAnn, '[[['.repeat(100_000))).status).toBe(400);
    expect(
      await post(asAnn, 'x'.repeat(1024 * 1024 + 1)).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
    expect((await post(asAnn, 'no json')).status).toBe(400);
    expect(lines.join('\n')).not.toMatch(/memora_[\w-]{20}|carl/u);
  });
});
