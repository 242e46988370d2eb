import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programOf } from '@memora/testing-fixtures/program-of';
import { expect, it } from 'vitest';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

const BIN = fileURLToPath(new URL('../../../testing-fixtures/crash/run-source.ts', import.meta.url));

/** A team server and the issuer that it names, on one port. The person consents after two polls. */
async function startIssuer() {
  const asked: Record<string, string>[] = [];
  const seen: string[] = [];
  const says = {
    ...{ pending: 2, seconds: 3600, deny: false, issuer: '', refuse: false },
    /** The number of the issuer's answers that report an outage. */
    away: 0,
    awayWith: 503,
    /** The number of token requests whose connection breaks. */
    cut: 0,
    /** Seconds for which a code is valid. */
    lasts: 600,
    /** The number of token requests. */
    tokens: 0,
    /** The number of the team server's answers that ask for a retry after two seconds. */
    busy: 0,
    resource: '',
    /** True if the team server breaks the connection within its metadata. */
    half: false,
    /** The issuer's answer instead of its OpenID metadata; null for the metadata. */
    openId: null as null | readonly [status: number, body: string],
    beforeTokens: async () => {},
    /** Called before the team server answers a request. */
    beforeTeam: async () => {},
  };
  let given = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', async () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const reply = (json: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      if (request.url === '/.well-known/oauth-protected-resource') {
        if (says.half) {
          response.writeHead(200).write('{');
          return setImmediate(() => request.socket.destroy());
        }
        return reply({
          resource: says.resource || `${at}/mcp`,
          authorization_servers: [at],
          scopes_supported: ['memora:read'],
        });
      }
      const isOpenId = request.url === '/.well-known/openid-configuration';
      if (isOpenId && says.openId !== null) return response.writeHead(says.openId[0]).end(says.openId[1]);
      if (isOpenId || request.url === '/.well-known/oauth-authorization-server')
        return reply({
          issuer: says.issuer || at,
          token_endpoint: `${at}/token`,
          device_authorization_endpoint: `${at}/device`,
        });
      if (request.url === '/device') {
        asked.push(form);
        return reply({
          device_code: 'dev-1',
          user_code: 'WDJB-MJHT',
          verification_uri: `${at}/enter`,
          interval: 0.01,
          expires_in: says.lasts,
        });
      }
      if (request.url === '/token') {
        says.tokens++;
        if (says.cut-- > 0) return request.socket.destroy();
        if (says.away-- > 0) return reply({}, says.awayWith);
        asked.push(form);
        await says.beforeTokens();
        if (says.refuse) return reply({ error: 'invalid_grant' }, 400);
        if (says.deny) return reply({ error: 'access_denied', error_description: 'zinnia' }, 400);
        if (form['grant_type'] !== 'refresh_token' && says.pending-- > 0)
          return reply({ error: 'authorization_pending' }, 400);
        given++;
        return reply({
          ...{ access_token: `access-${given}-heliotrope`, refresh_token: `refresh-${given}-heliotrope` },
          ...{ token_type: 'Bearer', expires_in: says.seconds },
        });
      }
      seen.push(request.headers.authorization ?? '');
      await says.beforeTeam();
      if (says.busy-- > 0) return response.writeHead(429, { 'retry-after': '2' }).end('{}');
      return reply({ error: { code: 'TEAM_FAILED', message: 'it is a test' } }, 400);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ at, asked, seen, says },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('signs in with a code, keeps the tokens for its user alone, renews them, and shows none', async () => {
  await using issuer = await startIssuer();
  await using vault = await setupVault({});
  const config = join(vault.folder, 'config');
  const env = {
    MEMORA_TEAM_SERVER: issuer.at,
    MEMORA_CONFIG_DIR: config,
    MEMORA_TEAM_CLIENT_ID: 'memora-cli',
  };
  const said: string[] = [];
  const run = async (...argv: readonly string[]) => {
    const done = await vault.run(['team', ...argv], { env });
    said.push(done.stdout, done.stderr);
    return done;
  };
  expect((await run('status')).stderr).toContain('memora team login');
  const signed = await run('login');
  expect([signed.code, signed.stderr]).toEqual([
    0,
    expect.stringContaining(`Open ${issuer.at}/enter and enter the code WDJB-MJHT`),
  ]);
  expect(issuer.asked[0]).toEqual({
    client_id: 'memora-cli',
    scope: 'memora:read offline_access',
    resource: `${issuer.at}/mcp`,
  });
  expect(issuer.asked.slice(1)).toEqual(
    Array(3).fill({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      ...{ device_code: 'dev-1', client_id: 'memora-cli', resource: `${issuer.at}/mcp` },
    }),
  );
  const file = join(config, 'team-login.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await run('status');
  expect(issuer.seen).toEqual(['Bearer access-1-heliotrope']);
  // An expiring token is renewed before it is sent, and the new refresh token replaces the old one.
  const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  issuer.says.seconds = 10;
  await writeFile(file, JSON.stringify({ ...kept, endsAt: Date.now() + 1_000 }), { mode: 0o600 });
  await run('status');
  await run('status');
  expect(issuer.seen.slice(1)).toEqual(['Bearer access-2-heliotrope', 'Bearer access-3-heliotrope']);
  expect(issuer.asked.slice(-2).map(({ refresh_token: token }) => token)).toEqual([
    'refresh-1-heliotrope',
    'refresh-2-heliotrope',
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  issuer.says.refuse = true;
  const refused = await run('status');
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('memora team login')]);

  // The tokens of one server go to no other, and a file that others may read is not used.
  await chmod(file, 0o644);
  expect((await run('status')).stderr).toContain('chmod 600');
  await chmod(file, 0o600);
  const other = { ...env, MEMORA_TEAM_SERVER: 'http://127.0.0.1:9' };
  expect((await vault.run(['team', 'status'], { env: other })).stderr).toContain('memora team login');
  expect((await run('login', '--forget')).code).toBe(0);
  expect((await run('login', '--forget')).stderr).toContain('Nobody');
  expect(said.join('')).not.toContain('heliotrope');
});

it('is refused by the issuer, for another issuer, and without a client, in words of its own', async () => {
  await using issuer = await startIssuer();
  await using vault = await setupVault({});
  const env = { MEMORA_TEAM_SERVER: issuer.at, MEMORA_CONFIG_DIR: join(vault.folder, 'config') };
  const login = async (...more: readonly string[]) =>
    (await vault.run(['team', 'login', ...more], { env })).stderr;
  expect(await login()).toContain('--client-id');
  issuer.says.deny = true;
  const denied = await login('--client-id', 'memora-cli');
  expect([denied.includes('access_denied'), denied.includes('zinnia')]).toEqual([true, false]);
  issuer.says.issuer = 'https://evil.example';
  expect(await login('--client-id', 'memora-cli')).toContain('another-issuer');
  expect((await vault.run(['team', 'login'], { env: {} })).stderr).toContain('MEMORA_TEAM_SERVER');
});

/** A signed-in person whose token has expired. */
async function setupSignedIn(issuer: Awaited<ReturnType<typeof startIssuer>>) {
  const vault = await setupVault({});
  const config = join(vault.folder, 'config');
  const file = join(config, 'team-login.json');
  await mkdir(config, { recursive: true });
  const login = {
    ...{ accessToken: 'old', refreshToken: 'refresh-0-heliotrope', endsAt: 0, server: issuer.at },
    ...{ tokenEndpoint: `${issuer.at}/token`, clientId: 'memora-cli', resource: `${issuer.at}/mcp` },
  };
  await writeFile(file, JSON.stringify(login), { mode: 0o600 });
  const env = { MEMORA_TEAM_SERVER: issuer.at, MEMORA_CONFIG_DIR: config };
  return {
    file,
    run: (...argv: readonly string[]) => vault.run(['team', ...argv], { env }),
    /** Runs until the signal, like Ctrl-C. */
    runUntil: (signal: AbortSignal, ...argv: readonly string[]) =>
      vault.run(['team', ...argv], { env, signal }),
    /** The same in a separate process. */
    spawn: (...argv: readonly string[]) =>
      promisify(execFile)(process.execPath, [...programOf(BIN), 'team', ...argv], {
        env: { ...process.env, ...env },
      }).catch((error: unknown) => error),
    [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
  };
}

it('goes on with a new token where the one that a command began with ends meanwhile', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  Object.assign(issuer.says, { seconds: 31, busy: 1 });
  await person.run('status');
  expect(issuer.seen).toHaveLength(2);
  expect(issuer.seen[0]).not.toBe(issuer.seen[1]);
});

it('renews a login once for two commands at a time', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  issuer.says.beforeTokens = () => {
    first.resolve();
    return second.promise;
  };
  const commands = [person.run('status'), person.spawn('status')];
  await first.promise;
  commands.push(person.run('status'), person.spawn('status'));
  setTimeout(second.resolve, 2_000);
  await Promise.all(commands);
  expect(issuer.asked.map(({ refresh_token: token }) => token)).toEqual(['refresh-0-heliotrope']);
  expect(issuer.seen).toEqual(Array(4).fill('Bearer access-1-heliotrope'));
});

it('stays signed out where a person signs out while a command renews the login', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  issuer.says.beforeTokens = async () => {
    await person.run('login', '--forget');
  };
  const done = await person.run('status');
  expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('memora team login')]);
  await expect(stat(person.file)).rejects.toThrow('ENOENT');
  expect(issuer.seen).toEqual([]);
});

it('asks an issuer again that is down for a moment', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  issuer.says.away = 1;
  await person.run('status');
  expect(issuer.seen).toEqual(['Bearer access-1-heliotrope']);
  await person.run('login', '--forget');
  issuer.says.away = 1;
  expect((await person.run('login', '--client-id', 'memora-cli')).code).toBe(0);
});

it('says what is in the way of a login before anybody enters a code, and what goes before it', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  const login = () => person.run('login', '--client-id', 'memora-cli');
  await chmod(person.file, 0o644);
  expect(await login()).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') });
  expect(issuer.asked).toEqual([]);
  await rm(person.file);
  issuer.says.resource = 'no address';
  expect(await login()).toMatchObject({ stderr: expect.stringContaining('another-resource') });
  issuer.says.resource = '';
  issuer.says.pending = 0;
  const token = join(person.file, '../team-token');
  await writeFile(token, 'memora_x\n', { mode: 0o600 });
  expect(await login()).toMatchObject({ code: 0, stderr: expect.stringContaining(token) });
});

it('ends at once where a person interrupts it while the issuer is silent', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  const stop = new AbortController();
  issuer.says.beforeTokens = () => {
    stop.abort();
    return new Promise(() => {});
  };
  expect(await person.runUntil(stop.signal, 'status')).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('interrupted'),
  });
});

it('ends at once where a person interrupts it while the team server works, and begins no further request', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  const stop = new AbortController();
  issuer.says.beforeTeam = () => {
    stop.abort();
    return new Promise(() => {});
  };
  for (const argv of [['status'], ['push']]) {
    expect(await person.runUntil(stop.signal, ...argv)).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('interrupted'),
    });
    expect(issuer.seen.length).toBe(1);
  }
});

it('says that the connection broke, and nothing of an issuer that is missing', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  issuer.says.half = true;
  const { stderr } = await person.run('login', '--client-id', 'memora-cli');
  expect([stderr.includes('could not be reached'), stderr.includes('names no issuer')]).toEqual([
    true,
    false,
  ]);
});

it.each([
  ['nothing', 404, ''],
  ['a refusal', 403, '{}'],
  ['a page', 200, '<html>'],
  ['a long page', 200, 'x'.repeat(300_000)],
  ['a list', 200, '[]'],
  ['a failure', 500, ''],
] as const)('finds an issuer without OpenID that answers %s at its address', async (_, status, body) => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  Object.assign(issuer.says, { openId: [status, body], pending: 0 });
  expect(await person.run('login', '--client-id', 'memora-cli')).toMatchObject({ code: 0 });
});

it('keeps to a code that was entered while the issuer is away, and says so where it stays away', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  const login = () => person.run('login', '--client-id', 'memora-cli');
  issuer.says.cut = 1;
  expect(await login()).toMatchObject({ code: 0 });
  Object.assign(issuer.says, { away: 3, pending: 0 });
  expect(await login()).toMatchObject({ code: 0 });
  Object.assign(issuer.says, { cut: 99, lasts: 1 });
  const late = await login();
  expect([late.code, late.stderr]).toEqual([4, expect.stringContaining('could not be reached')]);
});

it('sends a refresh token once to an issuer that may have counted it', async () => {
  await using issuer = await startIssuer();
  await using person = await setupSignedIn(issuer);
  for (const says of [{ away: 1, awayWith: 502 }, { cut: 1 }]) {
    Object.assign(issuer.says, { ...says, tokens: 0 });
    expect((await person.run('status')).stderr).not.toContain('memora team login');
    expect(issuer.says.tokens).toBe(1);
  }
});
