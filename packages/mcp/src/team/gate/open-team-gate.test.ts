import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AUDIENCE, bearer, METADATA, NOW, setupGate } from '../../testing-fixtures/setup-gate.ts';
import { addToken, revokeToken } from '../tokens/keep-tokens.ts';
import { openTeamGate } from './open-team-gate.ts';

const setup = await setupGate();
const { ask, signed, issuer } = setup;
afterAll(() => setup[Symbol.asyncDispose]());

/** The status for these bytes, and the log entry. */
async function outcomeOf(bytes: string) {
  const before = setup.server.log.length;
  const status = Number((await setup.server.raw(bytes)).split(' ')[1]);
  return [status, setup.server.log.slice(before)];
}

describe('who is let in', () => {
  it('is named after issuer and subject, with the groups that the token names now', async () => {
    expect(JSON.parse((await ask(bearer(await signed()))).text)).toEqual({
      name: `${issuer.url}#ann-secret-subject`,
      groups: ['crew'],
      workspace: 'acme',
    });
    const groups = async (claim: unknown) =>
      (JSON.parse((await ask(bearer(await signed({ groups: claim })))).text) as { groups: string[] }).groups;
    expect(await groups(['crew', 7, '', 'night\nshift', 'board'])).toEqual(['crew', 'board']);
    // A value that is not a list of names gives no groups.
    for (const claim of [undefined, [], 'crew', { crew: true }, Array(501).fill('crew')])
      expect(await groups(claim)).toEqual([]);
  });

  it('belongs to the workspace that the token names, where tokens name one, and else to none', async () => {
    await using own = await setupGate({ workspaceClaim: 'org' });
    const { signed: sign } = own;
    const of = async (org: unknown) => (await own.ask(bearer(await sign({ org, groups: [] })))).text;
    expect(JSON.parse(await of('globex'))).toMatchObject({ workspace: 'globex' });
    for (const org of [undefined, '', 7, ['acme'], { name: 'acme' }, 'a\nb', 'x'.repeat(257)])
      expect(await of(org)).not.toContain('workspace');
    // A token of the file names its own workspace or the server's. An invalid name makes no token.
    const scopes = ['memora:read'] as const;
    const entry = { principal: 'ci', groups: [], scopes, expires: null };
    const made = async (more: object) => (await addToken(own.tokenFile, { ...entry, ...more })).token;
    expect(JSON.parse((await own.ask(bearer(await made({ workspace: 'globex' })))).text)).toMatchObject({
      workspace: 'globex',
    });
    expect(JSON.parse((await own.ask(bearer(await made({})))).text)).toMatchObject({ workspace: 'acme' });
    await expect(made({ workspace: 'a\nb' })).rejects.toMatchObject({ code: 'TOKEN_PRINCIPAL_INVALID' });
  });

  it.each([
    ['a minute behind', { exp: NOW / 1000 - 59 }],
    ['a minute ahead', { nbf: NOW / 1000 + 59, iat: NOW / 1000 + 59 }],
  ])('bears a clock of the issuer that is %s', async (_title, claims) => {
    expect((await ask(bearer(await signed(claims)))).status).toBe(200);
  });

  it.each([['JWT'], ['at+jwt'], ['application/at+jwt'], [undefined]])(
    'takes an access token that calls itself %s',
    async (typ) => {
      expect((await ask(bearer(await signed({}, { typ })))).status).toBe(200);
    },
  );

  it('takes one of several audiences, scopes as a list, and the scheme in any case', async () => {
    const token = await signed({
      aud: ['https://other.example', AUDIENCE],
      scope: undefined,
      scp: ['memora:read'],
    });
    expect((await ask({ authorization: `bEARER  ${token}` })).status).toBe(200);
  });

  it.each(['RS256', 'PS384', 'ES512', 'EdDSA'])('takes a signature by %s', async (alg) => {
    await using own = await setupGate();
    await own.issuer.addKey(alg, 'strong');
    expect((await own.ask(bearer(await own.signed({}, { kid: 'strong', alg })))).status).toBe(200);
  });

  it('tells of a token when it ends and what it may do', async () => {
    const headers = bearer(await signed({ scope: 'openid memora:write memora:read' }));
    const { caller } = await setup.gate.identify({ url: '/mcp', headers });
    expect(caller?.expiresAt).toBe(NOW + 300_000 + 60_000);
    expect([...(caller?.scopes ?? [])]).toEqual(['memora:read', 'memora:write']);
    if (caller === undefined) return;
    expect(setup.gate.refuseScope(caller, 'memora:write')).toBeNull();
    expect(setup.gate.refuseScope(caller, 'memora:admin')).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': expect.stringContaining('error="insufficient_scope"') },
    });
    expect(setup.gate.refuseScope(caller, 'memora:admin')?.headers['www-authenticate']).toContain(
      'scope="memora:read memora:write memora:admin"',
    );
  });
});

describe('a request without a token where it belongs', () => {
  const head = 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';

  it.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a cookie', { cookie: 'token=abc' }],
    ['a header of another name', { 'x-authorization': 'Bearer abc' }],
  ])('is refused: %s', async (_title, given) => {
    const { status, headers, logged } = await ask(given as Record<string, string>);
    expect([status, logged]).toEqual([401, ['TOKEN_MISSING']]);
    // There was no token, so there is no error about one (RFC 6750 §3.1).
    expect(headers.get('www-authenticate')).toBe(
      `Bearer scope="memora:read memora:write", resource_metadata="${METADATA}"`,
    );
  });

  it.each(['access_token', 'ACCESS_TOKEN', 'token'])(
    'is refused with %s in the query string, though a good one stands in the header',
    async (name) => {
      const token = await signed();
      for (const headers of [{}, bearer(token)]) {
        const { status, logged } = await ask(headers, `/mcp?x=1&${name}=${token}`);
        expect([status, logged]).toEqual([400, ['TOKEN_IN_QUERY']]);
      }
    },
  );

  it('is refused with two headers, a header that goes on in a next line, and one of 100 KB', async () => {
    const token = await signed();
    const line = `Authorization: Bearer ${token}`;
    expect(await outcomeOf(`${head}${line}\r\n${line}\r\n\r\n`)).toEqual([401, ['TOKEN_MALFORMED']]);
    expect(await outcomeOf(`${head}Authorization: Bearer ${token.slice(0, 9)}%0d%0aX: 1\r\n\r\n`)).toEqual([
      401,
      ['TOKEN_MALFORMED'],
    ]);
    // Node's parser refuses these before any code of the server runs.
    expect(await outcomeOf(`${head}${line}\r\n x: y\r\n\r\n`)).toEqual([400, []]);
    expect(await outcomeOf(`${head}${line}\rX-Admin: 1\r\n\r\n`)).toEqual([400, []]);
    expect(await outcomeOf(`${head}Authorization: Bearer ${'a'.repeat(100_000)}\r\n\r\n`)).toEqual([431, []]);
  });
});

describe('what describes the resource', () => {
  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'is at %s, without a token',
    async (path) => {
      const { status, text } = await ask({}, path);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        scopes_supported: ['memora:read', 'memora:write', 'memora:admin'],
        bearer_methods_supported: ['header'],
        resource_name: 'Memora',
      });
    },
  );

  it('is nowhere where there is no issuer, and nobody is sent to it', async () => {
    const gate = await openTeamGate({ audience: AUDIENCE, workspace: 'acme', tokenFile: setup.tokenFile });
    expect(gate.describeResource('/.well-known/oauth-protected-resource')).toBeNull();
    const { refusal } = await gate.identify({ url: '/mcp', headers: {} });
    expect(refusal?.headers['www-authenticate']).toBe('Bearer scope="memora:read memora:write"');
    const { refusal: other } = await gate.identify({ url: '/mcp', headers: bearer(await signed()) });
    expect(other?.code).toBe('TOKEN_UNKNOWN');
  });
});

describe('a token file', () => {
  const wanted = { principal: 'robot', groups: ['crew'], scopes: ['memora:read'], expires: null } as const;

  it('speaks for its principal until its token is taken back, at the next request', async () => {
    const { token, entry } = await addToken(setup.tokenFile, wanted);
    expect(JSON.parse((await ask(bearer(token))).text)).toEqual({
      ...{ name: 'robot', groups: ['crew'], workspace: 'acme' },
    });
    expect(await revokeToken(setup.tokenFile, entry.id)).toBe(true);
    expect((await ask(bearer(token))).status).toBe(401);
    expect(await revokeToken(setup.tokenFile, entry.id)).toBe(false);
  });

  it('keeps every one of twenty tokens that are added at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => addToken(setup.tokenFile, wanted)));
    for (const { token } of made) expect((await ask(bearer(token))).status).toBe(200);
  });

  it('lets nobody in when it is written over or may be written by others, and says so once', async () => {
    await using own = await setupGate();
    const { token } = await addToken(own.tokenFile, wanted);
    expect(await own.letsIn(token)).toBe(true);
    await chmod(own.tokenFile, 0o666);
    for (let i = 0; i < 3; i++) expect(await own.letsIn(token)).toBe(false);
    expect(own.faults).toEqual(['TOKEN_FILE_OPEN']);
    await chmod(own.tokenFile, 0o600);
    expect(await own.letsIn(token)).toBe(true);
    await writeFile(own.tokenFile, '{"version":1,"tokens":[{"hash":"abc"}]}');
    expect(await own.letsIn(token)).toBe(false);
    expect(own.faults).toEqual(['TOKEN_FILE_OPEN', 'TOKEN_FILE_INVALID']);
    await rm(own.tokenFile);
    expect(await own.letsIn(token)).toBe(false);
  });

  it('may be a link, as a mounted secret is, and is read again when the link leads elsewhere', async () => {
    await using own = await setupGate();
    const { token } = await addToken(join(own.folder, 'first.json'), wanted);
    await writeFile(join(own.folder, 'second.json'), '{"version":1,"tokens":[]}', { mode: 0o600 });
    await symlink('first.json', own.tokenFile);
    expect(await own.letsIn(token)).toBe(true);
    await symlink('second.json', join(own.folder, 'next'));
    await rename(join(own.folder, 'next'), own.tokenFile);
    expect(await own.letsIn(token)).toBe(false);
  });

  it('refuses names that no token may carry', async () => {
    for (const more of [
      { principal: '' },
      { principal: 'a\nb' },
      { groups: ['a\u202eb'] },
      { principal: 'a'.repeat(257) },
    ])
      await expect(addToken(setup.tokenFile, { ...wanted, ...more })).rejects.toMatchObject({
        code: 'TOKEN_PRINCIPAL_INVALID',
      });
  });
});

it.each([
  ['no client could sign in', { issuer: undefined, tokenFile: undefined }],
  ['its own address goes over an open line', { audience: 'http://memory.example/mcp' }],
  ['the issuer would be asked over an open line', { issuer: 'http://id.example' }],
  ['the issuer has a fragment', { issuer: 'https://id.example/#ann' }],
  ['the issuer holds a password', { issuer: 'https://a:b@id.example' }],
  ['the issuer is no address', { issuer: 'id.example' }],
])('does not open where %s', async (_title, more) => {
  const options = { audience: AUDIENCE, workspace: 'acme', issuer: 'https://id.example', ...more };
  await expect(openTeamGate(options)).rejects.toMatchObject({ code: 'TEAM_IDENTITY_INVALID' });
});
