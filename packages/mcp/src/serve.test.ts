import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { serverCommand, startHttpServer, startServer } from './testing-fixtures/start-server.ts';

let vault: Awaited<ReturnType<typeof setupVault>>;
beforeAll(async () => {
  vault = await setupVault();
});
afterAll(() => vault[Symbol.asyncDispose]());

const message = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = message(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
const INITIALIZED = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

describe('over stdio', () => {
  it('writes nothing but protocol messages to stdout, whatever it is asked', async () => {
    await using server = startServer(vault.vault, vault.env);
    server.child.stdin.write(INITIALIZE + INITIALIZED);
    server.child.stdin.write(
      message(2, 'tools/call', { name: 'memora_query', arguments: { query: 'gateway' } }),
    );
    server.child.stdin.write('this is no JSON\n');
    server.child.stdin.write(message(3, 'no/such/method'));
    server.child.stdin.write(message(4, 'tools/call', { name: 'memora_query', arguments: { query: '' } }));
    server.child.stdin.write(message(5, 'ping'));
    for (const id of [1, 2, 3, 4, 5]) await server.stdoutMatch(new RegExp(`"id":${id}\\b`));
    for (const line of server.output.stdout.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('negotiates the protocol version 2025-11-25', async () => {
    await using server = startServer(vault.vault, vault.env);
    server.child.stdin.write(INITIALIZE);
    expect(await server.stdoutMatch(/"protocolVersion":"([^"]+)"/)).toBe('2025-11-25');
  });

  it('serves a client that tries the newer protocol first and falls back', async () => {
    await using server = startServer(vault.vault, vault.env);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    server.child.stdin.write(message(7, 'server/discover', { _meta }));
    expect(await server.stdoutMatch(/"supportedVersions":\["([^"]+)"/)).toBe('2026-07-28');
    server.child.stdin.write(INITIALIZE + INITIALIZED + message(2, 'tools/list'));
    await server.stdoutMatch(/"id":2\b/);
    expect(server.output.stdout).toContain('memora_query');
  });

  it('leaves with 0 when its client closes stdin, asked or not', async () => {
    await using fresh = startServer(vault.vault, vault.env);
    await using used = startServer(vault.vault, vault.env);
    used.child.stdin.write(
      INITIALIZE +
        INITIALIZED +
        message(2, 'tools/call', { name: 'memora_query', arguments: { query: 'pager' } }),
    );
    await used.stdoutMatch(/"id":2\b/);
    fresh.child.stdin.end();
    used.child.stdin.end();
    expect(await Promise.all([fresh.exited, used.exited])).toEqual([0, 0]);
  });

  it('leaves with 0 on SIGTERM', async () => {
    await using server = startServer(vault.vault, vault.env);
    server.child.stdin.write(INITIALIZE);
    await server.stdoutMatch(/"id":1\b/);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('leaves when its parent is gone, even where its stdin stays open', async () => {
    const { command, args, env } = serverCommand(vault.vault, vault.env);
    // The server itself holds both ends of its stdin, so that killing its parent closes nothing.
    const script = 'mkfifo "$0" && exec 3<>"$0" && { "$@" <&3 & } && cat >&3 && wait';
    const parent = spawn('bash', ['-c', script, join(vault.folder, 'fifo'), command, ...args], {
      env,
      stdio: 'pipe',
    });
    parent.stdin.on('error', () => undefined).write(INITIALIZE);
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    parent.kill('SIGKILL');
    // The pipe closes when its last writer has left, which is the server.
    await new Promise((resolve) => parent.stdout.on('close', resolve));
  });

  it('says on stderr what is wrong and leaves with the code of the contracts', async () => {
    await writeFile(join(vault.folder, 'file'), 'x');
    const runs = [
      [startServer(join(vault.folder, 'nowhere'), vault.env), 4, /is not there/],
      [startServer(join(vault.folder, 'file'), vault.env), 4, /is no folder/],
      [startServer(vault.vault, vault.env, ['--tools', 'some']), 2, /--tools is not valid/],
      [startServer(vault.vault, vault.env, ['--http', '70000']), 2, /--http is not a port/],
      [startServer(vault.vault, vault.env, ['--nonsense']), 2, /--nonsense/],
    ] as const;
    for (const [server, code, pattern] of runs) {
      expect(await server.exited).toBe(code);
      expect(server.output.stderr).toMatch(pattern);
      expect(server.output.stdout).toBe('');
    }
  });

  it('keeps who called what, and nothing of what was asked or said', async () => {
    await using own = await setupVault();
    await using server = startServer(own.vault, own.env);
    server.child.stdin.write(
      INITIALIZE +
        INITIALIZED +
        message(2, 'tools/call', { name: 'memora_query', arguments: { query: 'gateway' } }) +
        message(3, 'tools/call', { name: 'memora_verify_claim', arguments: { claim_id: 'qzcanary' } }),
    );
    for (const id of [2, 3]) await server.stdoutMatch(new RegExp(`"id":${id}\\b`));
    const log = await readFile(join(own.vault, '.memora', 'calls.jsonl'), 'utf8');
    const calls = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const query = calls.find(({ tool }) => tool === 'memora_query');
    expect(query).toEqual({
      at: expect.any(String),
      client: 'raw',
      tool: 'memora_query',
      code: null,
      size: expect.any(Number),
      redacted: 0,
      claimIds: expect.arrayContaining([expect.stringMatching(/^[0-9a-z]{16}$/)]),
    });
    expect(calls.find(({ tool }) => tool === 'memora_verify_claim')).toBeDefined();
    expect(log).not.toMatch(/gateway|qzcanary/i);
  });

  it('lists the core set alone with --tools core', async () => {
    await using server = startServer(vault.vault, vault.env, ['--tools', 'core']);
    server.child.stdin.write(INITIALIZE + INITIALIZED + message(2, 'tools/list'));
    await server.stdoutMatch(/"id":2\b/);
    const names = server.output.stdout.match(/"name":"(memora_\w+)"/g) ?? [];
    expect(names.join()).not.toContain('memora_verify_claim');
    expect(names.length).toBeLessThanOrEqual(6);
  });
});

describe('over HTTP', () => {
  it('listens on loopback alone and answers nobody without the token', async () => {
    const tokenFile = join(vault.folder, 'token-a');
    await using server = await startHttpServer(vault.vault, vault.env, tokenFile);
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    const post = (headers: Record<string, string>) =>
      fetch(server.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: INITIALIZE,
      });
    const refused = await post({});
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect(server.output.stdout).toBe('');
  });

  it('says that a port is in use', async () => {
    const tokenFile = join(vault.folder, 'token-b');
    await using first = await startHttpServer(vault.vault, vault.env, tokenFile);
    await using second = startServer(vault.vault, vault.env, [
      '--http',
      new URL(first.url).port,
      '--token-file',
      tokenFile,
    ]);
    expect(await second.exited).toBe(2);
    expect(second.output.stderr).toMatch(/is in use/);
  });
});
