import { openTeamSealing } from '@memora/engine/team';
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
    // The token limits the rights, whatever the role.
    expect((await ask('reader', 'member.list')).status).toBe(403);
    expect((await ask('reader', 'status')).status).toBe(200);
  });

  it('push in pieces that one request makes notes of, and nothing that their hashes and scopes do not allow', async () => {
    const { hash } = await openTeamSealing({ env: {}, cwd: '/' });
    const push = 'a'.repeat(64);
    const noteOf = (text: string, more: object = {}) => {
      const bytes = Buffer.from(text);
      const address = Buffer.from(hash(bytes)).toString('hex');
      const whole = { hash: address, sealed: false, print: null, size: bytes.length, offset: 0 };
      return { ...whole, bytes: bytes.toString('base64'), ...more };
    };
    const stage = (who: string, path: string, note: object | null, scope = 'workspace', named = push) =>
      ask(who, 'push.stage', { push: named, notes: [{ scope, path, expected: 0, note }] });
    const commit = (who: string, notes: number, named = push) =>
      ask(who, 'push.commit', { push: named, notes });
    expect((await stage('ben', 'a.md', noteOf('# A\n'))).status).toBe(200);
    // Bytes that differ from the hash; a secret that is not sealed; a path of another scope.
    expect((await stage('ben', 'b.md', noteOf('# B\n', { bytes: 'QUFBQQ==' }))).code).toBe(
      'TEAM_BLOB_ALTERED',
    );
    const secret = await stage('ben', 's.md', noteOf('---\nprivacy: secret\n---\nheliotrope\n'));
    expect([secret.code, JSON.stringify(secret.body)]).toEqual([
      'TEAM_KEY_MISSING',
      expect.not.stringContaining('heliotrope'),
    ]);
    expect((await stage('ben', 'global/a.md', noteOf('# A\n'))).code).toBe('NOTE_PATH_INVALID');
    expect((await stage('ben', '../a.md', noteOf('# A\n'))).code).toBe('NOTE_PATH_INVALID');
    // A member who only reads, and one who may write but not there.
    for (const [who, scope] of [
      ['eve', 'workspace'],
      ['ben', 'global'],
      ['mallory', 'workspace'],
    ] as const)
      expect((await stage(who, 'c.md', noteOf('# C\n'), scope)).status).toBe(403);
    // Nobody else sees, ends or takes part in a push that one member has begun, and it is not a note yet.
    expect((await ask('ann', 'push.staged', { push })).body).toMatchObject({ staged: [] });
    expect(await commit('ann', 1)).toMatchObject({ status: 409, code: 'PUSH_INCOMPLETE' });
    expect((await ask('ann', 'history', { note: 'a.md' })).status).toBe(404);
    // A note in two pieces: the second one is required, and a piece that fits nowhere is refused.
    const large = `# L\n${'x'.repeat(100)}`;
    const [first, rest] = [Buffer.from(large).subarray(0, 50), Buffer.from(large).subarray(50)];
    await stage('ben', 'l.md', noteOf(large, { bytes: first.toString('base64') }));
    expect(await commit('ben', 2)).toMatchObject({ code: 'PUSH_INCOMPLETE' });
    const second = { bytes: rest.toString('base64'), offset: 50 };
    expect((await stage('ben', 'l.md', noteOf(large, { ...second, offset: 49 }))).code).toBe(
      'PUSH_INCOMPLETE',
    );
    expect((await stage('ben', 'l.md', noteOf(large, second))).status).toBe(200);
    expect((await ask('ben', 'push.staged', { push })).body['staged']).toHaveLength(2);
    expect(await commit('ben', 2)).toMatchObject({ status: 200, body: { moved: [] } });
    expect((await commit('ben', 2)).code).toBe('PUSH_INCOMPLETE');
    const { heads } = (await ask('eve', 'notes.heads', { scope: 'workspace' })).body as {
      heads: { path: string; hash: string }[];
    };
    expect(heads.map(({ path }) => path)).toEqual(['a.md', 'l.md']);
    const wanted = heads.map((head) => ({ hash: head.hash, from: 2 }));
    const { pieces } = (await ask('eve', 'notes.bytes', { scope: 'workspace', wanted })).body as {
      pieces: { bytes: string }[];
    };
    expect(pieces.map(({ bytes }) => Buffer.from(bytes, 'base64').toString())).toEqual([
      'A\n',
      large.slice(2),
    ]);
    // Somebody else was faster with one of two, so neither is written.
    await stage('ben', 'a.md', noteOf('# Later\n'), 'workspace', 'b'.repeat(64));
    await stage('ben', 'd.md', noteOf('# D\n'), 'workspace', 'b'.repeat(64));
    expect((await commit('ben', 2, 'b'.repeat(64))).body).toEqual({
      moved: [{ kind: 'workspace', path: 'a.md' }],
    });
    expect((await ask('ben', 'history', { note: 'd.md' })).status).toBe(404);
    // Nobody else can request a member's own notes, whatever they know about them.
    const own = noteOf('Ben is tired.\n');
    await stage('ben', 'own.md', own, 'user', 'c'.repeat(64));
    await commit('ben', 1, 'c'.repeat(64));
    for (const who of ['ann', 'eve'])
      for (const scope of ['user', 'workspace', 'global'])
        expect(
          JSON.stringify((await ask(who, 'notes.bytes', { scope, wanted: [{ hash: own.hash }] })).body),
        ).not.toContain(own.bytes);
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
