import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

/** A team server and the issuer that it names, on one port: the person agrees after two questions. */
async function startIssuer() {
  const asked: Record<string, string>[] = [];
  const seen: string[] = [];
  const says = { pending: 2, seconds: 3600, deny: false, issuer: '', refuse: false };
  let given = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const reply = (json: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      if (request.url === '/.well-known/oauth-protected-resource')
        return reply({
          resource: `${at}/mcp`,
          authorization_servers: [at],
          scopes_supported: ['memora:read'],
        });
      if (request.url === '/.well-known/openid-configuration')
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
        });
      }
      if (request.url === '/token') {
        asked.push(form);
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
  // A token that ends is renewed before it is sent, and the new refresh token takes the place of the old one.
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
