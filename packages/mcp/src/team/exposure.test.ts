import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as askPlainly } from 'node:http';
import { request as askSecurely, type RequestOptions } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS } from '../testing-fixtures/connect-client.ts';
import { makeCertificate, type TestCertificate } from '../testing-fixtures/make-certificate.ts';
import { serveTeam } from './serve-team.ts';
import { FLAGS, readTeamFlags } from './team-flags.ts';
import { addToken } from './tokens/keep-tokens.ts';

const HOST = 'memory.example';
const folder = mkdtempSync(join(tmpdir(), 'memora-exposure-'));
const tokenFile = join(folder, 'tokens.json');
const withTokens = ['--token-file', tokenFile];
/** Requests that are refused here never reach the database. */
const env = {
  MEMORA_TEAM_DATABASE: 'postgresql://nobody@127.0.0.1:9/memory',
  MEMORA_TEAM_WORKSPACE: 'acme',
  MEMORA_CONFIG_DIR: join(folder, 'config'),
};
let token: string;
let certificate: TestCertificate;
let withTls: string[];

beforeAll(async () => {
  ({ token } = await addToken(tokenFile, {
    ...{ principal: 'ann', groups: [], scopes: ['memora:read'], expires: null },
  }));
  certificate = await makeCertificate(folder, HOST);
  withTls = ['--tls-cert', certificate.cert, '--tls-key', certificate.key];
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** A server started as on a command line. */
async function start(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: FLAGS });
  const ended = new AbortController();
  const listening = Promise.withResolvers<string>();
  const lines: string[] = [];
  const serving = serveTeam({
    ...readTeamFlags(values, 'all'),
    env,
    log: (line) => lines.push(line),
    signal: ended.signal,
    onListening: listening.resolve,
  });
  serving.catch(listening.reject);
  const end = async () => {
    ended.abort();
    await serving;
  };
  return { url: await listening.promise, lines, [Symbol.asyncDispose]: end };
}

describe('a server that a network could reach', () => {
  const url = ['--url', `https://${HOST}/mcp`];
  const everywhere = ['--listen', '0.0.0.0:0'];

  it.each<[string, () => string[], string]>([
    ['nobody has a token', () => [], 'no client could sign in'],
    [
      'clients have no address',
      () => [...everywhere, ...withTokens, ...withTls],
      'no address for this server',
    ],
    ['tokens go in the clear', () => [...everywhere, ...withTokens, ...url], 'in the clear'],
    [
      'the same on all addresses of IPv6',
      () => ['--listen', '[::]:0', ...withTokens, ...url],
      'in the clear',
    ],
    ['the same on one address', () => ['--listen', '192.0.2.1:0', ...withTokens, ...url], 'in the clear'],
    ['the same by a name', () => ['--listen', 'localhost.example:0', ...withTokens, ...url], 'in the clear'],
    [
      'an issuer, and no TLS',
      () => [...everywhere, '--issuer', 'https://id.example', ...url],
      'in the clear',
    ],
    [
      'only the certificate of two files',
      () => [...withTokens, ...url, '--tls-cert', certificate.cert],
      'a certificate needs both of its files',
    ],
    [
      'only the key of two files',
      () => [...withTokens, ...url, '--tls-key', certificate.key],
      'a certificate needs both of its files',
    ],
    [
      'no certificate in the file',
      () => [...withTokens, '--tls-cert', tokenFile, '--tls-key', tokenFile],
      'no certificate',
    ],
    [
      'a key of another certificate',
      () => [...withTokens, '--tls-cert', certificate.cert, '--tls-key', otherKey()],
      'no certificate',
    ],
    [
      'files that are not there',
      () => [...withTokens, '--tls-cert', 'gone', '--tls-key', 'gone'],
      'cannot be read',
    ],
    ['no port', () => ['--listen', '0.0.0.0', ...withTokens], '--listen takes an address'],
    ['a port too high', () => ['--listen', '0.0.0.0:99999', ...withTokens], '--listen takes an address'],
  ])('does not start: %s', async (_title, args, message) => {
    await expect(start(args())).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/--|PEM|HOST:PORT/u),
    });
  });

  it.each(['requests', 'requests=', 'requests=0', 'dances=1', 'calls=1e3', 'constructor=1'])(
    'does not start with the limit %s',
    async (limit) => {
      await expect(start([...withTokens, '--limit', limit])).rejects.toMatchObject({ code: 'USAGE' });
    },
  );

  it('holds each principal to the limits that are named', async () => {
    await using server = await start([...withTokens, '--limit', 'requests=2', '--limit', 'calls=1']);
    const ask = () => fetch(server.url, { method: 'POST', headers: speaking(token), body: HELLO });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('does not start with an address or an issuer that others could speak for', async () => {
    const clear = ['--url', `http://${HOST}/mcp`];
    for (const args of [
      [...everywhere, ...withTokens, '--behind-proxy', ...clear],
      [...everywhere, ...url, '--behind-proxy', '--issuer', 'http://id.example'],
    ])
      await expect(start(args)).rejects.toMatchObject({ code: 'TEAM_IDENTITY_INVALID' });
  });

  it('starts behind a proxy, and knows itself by the name of the proxy alone', async () => {
    const args = [...everywhere, ...withTokens, ...url, '--behind-proxy', '--origin', 'https://page.example'];
    await using server = await start(args);
    const { port } = new URL(server.url);
    const ask = (headers: Record<string, string>, path = '/mcp') =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const asked = askPlainly(
          { host: '127.0.0.1', port, path, method: 'POST', headers },
          async (reply) => {
            let text = '';
            for await (const piece of reply) text += piece;
            resolve([reply.statusCode, text]);
          },
        );
        asked.on('error', reject).end(HELLO);
      });
    const good = { host: HOST, ...speaking(token) };
    expect(await ask(good)).toEqual([200, expect.stringContaining('serverInfo')]);
    for (const origin of ['https://page.example', `https://${HOST}`])
      expect((await ask({ ...good, origin }))[0]).toBe(200);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      'evil.example',
      `${HOST}:${port}`,
      `${HOST}.evil.example`,
    ])
      expect(await ask({ ...good, host })).toEqual([403, expect.stringContaining('foreign Host')]);
    for (const origin of [
      'https://evil.example',
      `http://${HOST}`,
      `https://${HOST}:8443`,
      'null',
      `http://127.0.0.1:${port}`,
    ])
      expect(await ask({ ...good, origin })).toEqual([403, expect.stringContaining('foreign Origin')]);
    // The server believes nothing that a proxy, or someone posing as one, says about the client.
    for (const name of ['x-forwarded-host', 'forwarded', 'x-original-host'])
      expect((await ask({ ...good, host: 'evil.example', [name]: HOST }))[0]).toBe(403);
    expect(await ask({ host: 'anything' }, '/healthz')).toEqual([200, '{"status":"ok"}']);
  });
});

describe('a server with a certificate', () => {
  it('speaks TLS with a client that knows it, and to nobody else', async () => {
    const listen = await freePort();
    await using server = await start([
      ...['--listen', `0.0.0.0:${listen}`, '--url', `https://${HOST}:${listen}/mcp`],
      ...[...withTokens, ...withTls],
    ]);
    const options = { host: '127.0.0.1', port: listen, servername: HOST, ca: certificate.pem };
    const headers = { host: `${HOST}:${listen}`, ...speaking(token) };
    const { status, text, protocol } = await askOverTls({ ...options, headers });
    expect([status, text, protocol]).toEqual([200, expect.stringContaining('serverInfo'), 'TLSv1.3']);
    // The loopback names do not belong to this server, although it can be reached by them.
    const foreign = await askOverTls({ ...options, headers: { ...headers, host: `127.0.0.1:${listen}` } });
    expect(foreign.status).toBe(403);
    await expect(askOverTls({ ...options, headers, ca: [] })).rejects.toThrow(/self-signed/u);
    await expect(askOverTls({ ...options, headers, servername: 'other.example' })).rejects.toThrow(
      /altnames/u,
    );
    // Old protocols end in the handshake, and a client without TLS gets no answer.
    const old = connectSecurely({
      ...options,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    await expect(
      new Promise((resolve, reject) => old.on('error', reject).on('secureConnect', resolve)),
    ).rejects.toThrow();
    const plain = askPlainly({ host: '127.0.0.1', port: listen, path: '/mcp', method: 'POST', headers });
    await expect(
      new Promise((resolve, reject) => plain.on('error', reject).on('response', resolve).end(HELLO)),
    ).rejects.toThrow();
    expect(server.lines.join('\n')).not.toContain(token);
  });

  it('serves both SDKs on this machine over TLS', async () => {
    await using server = await start([...withTokens, ...withTls]);
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    const before = getCACertificates('default');
    setDefaultCACertificates([certificate.pem]);
    try {
      for (const connect of Object.values(HTTP_CLIENTS)) {
        await using client = await connect(server.url, token);
        expect((await client.listTools()).tools.map(({ name }) => name)).toContain('memora_query_cited');
      }
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

const HELLO = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
});

function speaking(bearer: string) {
  return {
    authorization: `Bearer ${bearer}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': String(HELLO.length),
    'mcp-protocol-version': '2025-11-25',
  };
}

function otherKey(): string {
  const path = join(folder, 'other.key');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return path;
}

function askOverTls(
  options: RequestOptions,
): Promise<{ status: number | undefined; text: string; protocol: string | null }> {
  return new Promise((resolve, reject) => {
    const asked = askSecurely({ ...options, path: '/mcp', method: 'POST', agent: false }, async (reply) => {
      const { socket } = reply as unknown as { socket: { getProtocol: () => string | null } };
      const protocol = socket.getProtocol();
      let text = '';
      for await (const piece of reply) text += piece;
      resolve({ status: reply.statusCode, text, protocol });
    });
    asked.on('error', reject).end(HELLO);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
