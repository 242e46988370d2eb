import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpTeam, type ServedTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';

const reason = whyNoServer();
let server: TestServer;
let team: McpTeam;
let served: ServedTeam;
let url: string;
let env: Readonly<Record<string, string>>;
const tokens: Record<string, string> = {};
const LIMIT = 1024 * 1024;

beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  team = await setupTeam(server);
  for (const who of ['ann', 'ben', 'eve', 'mallory']) tokens[who] = await team.tokenOf(who);
  tokens['reading'] = await team.tokenOf('ben', ['memora:read']);
  tokens['admin'] = await team.tokenOf('ann', ['memora:read', 'memora:write', 'memora:admin']);
  const key = join(team.folder, 'team.key');
  await writeFile(key, randomBytes(32), { mode: 0o600 });
  env = { ...team.env, MEMORA_TEAM_KEY_FILE: key, MEMORA_TEAM_DOCUMENT_MEGABYTES: '1' };
  served = await team.serve({ withWorker: true, env });
  url = served.url.replace('/mcp', '/team');
}, 120_000);
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string | number } };
}

async function post(
  who: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...(who === '' ? {} : { authorization: `Bearer ${tokens[who]}` }), ...headers },
    body,
  });
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Reply['body'] };
}

const send = (
  who: string,
  text: string | Uint8Array<ArrayBuffer>,
  said: object | string = {},
): Promise<Reply> =>
  post(
    who,
    '/documents',
    {
      'memora-document':
        typeof said === 'string'
          ? said
          : Buffer.from(JSON.stringify({ name: 'heron.txt', scope: 'workspace', ...said })).toString(
              'base64url',
            ),
    },
    text,
  );
const ask = (who: string, operation: string, args: object = {}): Promise<Reply> =>
  post(who, '', { 'content-type': 'application/json' }, JSON.stringify({ operation, arguments: args }));

interface Shown {
  readonly upload: string;
  readonly state: string;
  readonly code: string | null;
  readonly name: string | null;
  readonly notes: readonly {
    readonly path: string;
    readonly status: string;
    readonly classes: readonly string[];
  }[];
}

async function ended(who: string, reply: Reply): Promise<Shown> {
  expect(reply).toMatchObject({ status: 202, body: { state: 'waiting' } });
  const { upload } = reply.body;
  const look = async () =>
    ((await ask(who, 'upload.list', { upload })).body['uploads'] as Shown[])[0] as Shown;
  await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toMatch(/^(?:done|refused)$/);
  return look();
}

describe.skipIf(reason !== null)('documents that people upload to the server of a team', () => {
  it('are read by its worker into notes of the scope, and tell their principal what was hidden', async () => {
    const told = await ended(
      'ben',
      await send('ben', `The heron has 3 doors.\n\nThe key is ${`AKIA${'QWERTYUIOPASDFGH'}`}.\n`),
    );
    expect(told).toMatchObject({ state: 'done', name: 'heron.txt' });
    expect(told.notes).toMatchObject([{ status: 'created', sealed: 1, classes: ['AWS access key'] }]);
    const { path } = told.notes[0] as { path: string };
    expect(path).toMatch(/^ingested\/heron-\w{8}\.md$/);
    const { versions } = (await ask('eve', 'history', { note: path })).body as { versions: object[] };
    expect(versions).toMatchObject([{ version: 1, author: 'ben', via: 'ingest' }]);
    // Sealed like any note with a secret part.
    const sql = `SELECT bool_and(b.sealed) FROM memora.head h JOIN memora.blob b ON b.scope = h.scope AND b.hash = h.hash WHERE h.path = '${path}'`;
    expect(server.psql(sql, team.name)).toBe('t');
    expect(server.psql('SELECT count(*) FROM memora.upload_piece', team.name)).toBe('0');
  }, 90_000);

  it('belong to whoever has the token: nobody else sees one, its name, its state or its error, or withdraws it', async () => {
    const told = await ended('ben', await send('ben', '%PDF', { name: 'Ben leaves.pdf', scope: 'user' }));
    expect(told).toMatchObject({ state: 'refused', name: 'Ben leaves.pdf', notes: [] });
    const { upload } = told;
    for (const who of ['ann', 'eve', 'admin']) {
      for (const args of [{}, { upload }]) {
        const { status, body } = await ask(who, 'upload.list', args);
        expect([
          status,
          JSON.stringify(body).includes(upload),
          JSON.stringify(body).includes('leaves'),
        ]).toEqual([200, false, false]);
      }
      expect((await ask(who, 'upload.withdraw', { upload })).body).toMatchObject({ withdrawn: false });
    }
    const { entries } = (await ask('admin', 'audit', { since: '2026-01-01T00:00:00Z' })).body as {
      entries: { principal: string; act: string; detail: { outcome: string } }[];
    };
    const acts = entries.map(({ principal, act, detail }) => `${principal} ${act} ${detail.outcome}`);
    expect(acts).toEqual(
      expect.arrayContaining([
        'ben team upload ok',
        `ben team upload read ${told.code}`,
        'ben team upload read ok',
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain('leaves');
    expect(served.lines.join('\n')).not.toContain('leaves');
    // A principal in an argument has no effect.
    expect((await send('ben', 'x', { principal: 'ann' })).status).toBe(400);
  }, 90_000);

  it.each([
    ['without a token', '', {}, 401, -32_000],
    ['with a token that only reads', 'reading', {}, 403, -32_000],
    ['from somebody who is no member', 'mallory', {}, 403, 'TEAM_NOT_A_MEMBER'],
    ['from a reader, for the workspace', 'eve', {}, 403, 'TEAM_RIGHTS_MISSING'],
    ['for a scope that there is not', 'ben', { scope: '@none' }, 400, 'TEAM_SCOPE_UNKNOWN'],
    ['for the scope of everybody', 'ben', { scope: 'global' }, 403, 'TEAM_RIGHTS_MISSING'],
    ['for the folder of another scope', 'ben', { region: 'users/ann' }, 400, 'NOTE_PATH_INVALID'],
    ['for another scope by its folder', 'ben', { region: 'global' }, 400, 'NOTE_PATH_INVALID'],
    ['for a group by its folder', 'ben', { region: '@payments' }, 400, 'NOTE_PATH_INVALID'],
    ['with a name that holds a folder', 'ben', { name: '../a.txt' }, 400, 'NOTE_PATH_INVALID'],
    ['without saying what it is', 'ben', '', 400, 'INPUT_INVALID'],
    ['saying it in another form', 'ben', 'e30', 400, 'INPUT_INVALID'],
    ['saying too much', 'ben', 'a'.repeat(5_000), 400, 'INPUT_INVALID'],
    ['without bytes', 'ben', { text: '' }, 400, 'DOCUMENT_EMPTY'],
  ])('are refused %s', async (_, who, said, status, code) => {
    const before = server.psql('SELECT count(*) FROM memora.upload', team.name);
    const text = typeof said === 'object' && 'text' in said ? '' : 'The heron.';
    const { text: _text, ...rest } = typeof said === 'string' ? { text: '' } : (said as { text?: string });
    const reply = await send(who, text, typeof said === 'string' ? said : rest);
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
    expect(server.psql('SELECT count(*) FROM memora.upload', team.name)).toBe(before);
  });

  it('have a limit of their own, named or not in the request, and other requests keep theirs', async () => {
    const fits = Buffer.alloc(LIMIT - 100, 'The heron has doors. ');
    expect((await send('ben', fits, { name: 'fits.txt', scope: 'user' })).status).toBe(202);
    expect(await send('ben', Buffer.alloc(LIMIT + 1, 'x'))).toMatchObject({
      status: 413,
      body: { error: { code: 'DOCUMENT_TOO_LARGE' } },
    });
    // Far too large: the client receives the reason instead of only losing the connection.
    expect((await send('ben', Buffer.alloc(30 * LIMIT, 'x'))).status).toBe(413);
    // The same for a client without a token, and for one that sends more than its limit at once.
    expect((await send('', Buffer.alloc(8 * LIMIT, 'x'))).status).toBe(401);
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        send('ben', Buffer.alloc(LIMIT - 100, 'x'), { name: `${i}.txt`, scope: 'user' }),
      ),
    );
    expect(many.map(({ status }) => status)).toContain(429);
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202, 429]));
    // In chunks without a length: it is cut off at the limit.
    const answer = await new Promise<number>((resolve, reject) => {
      const said = Buffer.from(JSON.stringify({ name: 'a.txt', scope: 'user' })).toString('base64url');
      const asking = request(
        `${url}/documents`,
        { method: 'POST', headers: { authorization: `Bearer ${tokens['ben']}`, 'memora-document': said } },
        (reply) => resolve(reply.statusCode ?? 0),
      );
      asking.on('error', reject);
      for (let i = 0; i < 40; i++) asking.write(Buffer.alloc(32_768, 'x'));
      setTimeout(() => asking.end(), 1_000);
    });
    expect(answer).toBe(413);
    expect(
      (await post('ben', '', { 'content-type': 'application/json' }, ' '.repeat(LIMIT + 1))).status,
    ).toBe(413);
    expect(server.psql("SELECT count(*) FROM memora.upload WHERE state = 'arriving'", team.name)).toBe('0');
  });

  it('leave nothing where the client goes away in the middle', async () => {
    const said = Buffer.from(JSON.stringify({ name: 'half.txt', scope: 'user' })).toString('base64url');
    const asking = request(`${url}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens['ben']}`,
        'memora-document': said,
        'content-length': String(LIMIT),
      },
    });
    asking.on('error', () => undefined);
    asking.write(Buffer.alloc(LIMIT / 2 + 10, 'x'));
    const arriving = () =>
      server.psql("SELECT count(*) FROM memora.upload WHERE state = 'arriving'", team.name);
    await expect.poll(arriving, { timeout: 20_000 }).toBe('1');
    asking.destroy();
    await expect.poll(arriving, { timeout: 20_000 }).toBe('0');
  }, 60_000);

  it('are taken by no server without the key of the team', async () => {
    const other = await team.serve();
    const reply = await fetch(`${other.url.replace('/mcp', '/team')}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens['ben']}`,
        'memora-document': Buffer.from(JSON.stringify({ name: 'a.txt' })).toString('base64url'),
      },
      body: 'The heron.',
    });
    expect(await reply.json()).toMatchObject({ error: { code: 'TEAM_KEY_MISSING' } });
    await other.end();
  });
});
