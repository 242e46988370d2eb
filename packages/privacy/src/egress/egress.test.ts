import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LeakError, type LeakGuard } from '../guard/leak-guard.ts';
import { type EgressEntry, type EgressLog, openEgressLog } from '../logs/egress-log.ts';
import { wire } from '../redaction/mint.ts';
import { openLoopbackServer } from '../testing-fixtures/loopback-server.ts';
import { resolveHost } from './address/resolve-host.ts';
import { createEgress } from './create-egress.ts';

const off = { guard: 'none', allowNetwork: false } as const;

function memoryLog(): EgressLog & { entries: EgressEntry[] } {
  const entries: EgressEntry[] = [];
  return { entries, append: (entry) => void entries.push(entry), read: () => entries };
}

const guardFinding = (needle: string): LeakGuard => ({
  scan: async (parts) =>
    parts.some((part) => (typeof part === 'string' ? part : new TextDecoder().decode(part)).includes(needle))
      ? ['abcdefghij012345']
      : [],
  check: async function (parts) {
    const ids = await this.scan(parts);
    if (ids.length > 0) throw new LeakError(ids);
  },
  invalidate: () => undefined,
});

describe('with the network off', () => {
  it.each([
    'http://203.0.113.9/',
    'http://0.0.0.0:1/',
    'http://10.0.0.1/',
    'http://[2606:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'https://api.openai.com/v1',
    'http://localhost.example.com/',
    'http://ollama:11434/',
    'http://127.0.0.1.nip.io/',
  ])('refuses %s and asks no resolver', async (url) => {
    const lookupAll = () => Promise.reject(new Error('a resolver was asked'));
    const log = memoryLog();
    const egress = createEgress({ ...off, log, lookupAll });
    await expect(egress.request({ url, kind: 'chat' }, { a: 1 })).rejects.toMatchObject({
      code: 'NETWORK_DISABLED',
    });
    await expect(egress.fetch('fetch')(url)).rejects.toMatchObject({ code: 'NETWORK_DISABLED' });
    expect(log.entries.map((entry) => [entry.outcome, entry.code])).toEqual([
      ['refused', 'NETWORK_DISABLED'],
      ['refused', 'NETWORK_DISABLED'],
    ]);
  });

  it('reaches this machine by address, by odd spellings of it, and by localhost', async () => {
    await using server = await openLoopbackServer();
    const egress = createEgress(off);
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
    ]) {
      const reply = await egress.request(
        { url: `http://${host}:${server.port}/v1`, kind: 'chat' },
        { text: wire`hi` },
      );
      expect(reply).toEqual({ status: 200, body: { ok: true } });
    }
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/v1', body: '{"text":"hi"}' });
  });

  it('is the default, and only the exact flag switches it on', async () => {
    for (const [flag, code] of [
      [undefined, 'NETWORK_DISABLED'],
      ['true', 'NETWORK_DISABLED'],
      ['0', 'NETWORK_DISABLED'],
    ] as const) {
      if (flag === undefined) delete process.env['MEMORA_ENABLE_NETWORK_LLM'];
      else process.env['MEMORA_ENABLE_NETWORK_LLM'] = flag;
      await expect(createEgress({ guard: 'none' }).locate('http://203.0.113.9')).rejects.toMatchObject({
        code,
      });
    }
    process.env['MEMORA_ENABLE_NETWORK_LLM'] = '1';
    expect(await createEgress({ guard: 'none' }).locate('http://203.0.113.9')).toBe('cloud');
    delete process.env['MEMORA_ENABLE_NETWORK_LLM'];
  });

  it('reaches ::1', async () => {
    const server = await openLoopbackServer(undefined, '::1').catch(() => null);
    if (server === null) return;
    await using _ = server;
    expect((await createEgress(off).request({ url: `${server.url}/`, kind: 'chat' }, { a: 1 })).status).toBe(
      200,
    );
  });

  it.each(['http://203.0.113.9/x', 'http://10.0.0.1/', 'https://example.com/'])(
    'follows no redirect to %s',
    async (to) => {
      await using server = await openLoopbackServer((_, response) => {
        response.writeHead(307, { location: to });
        response.end();
      });
      const egress = createEgress({ ...off, lookupAll: () => Promise.reject(new Error('asked')) });
      await expect(egress.fetch('fetch')(server.url)).rejects.toMatchObject({ code: 'NETWORK_DISABLED' });
    },
  );
});

describe('locality', () => {
  it('is the resolved address, not the name', async () => {
    const lookupAll = async (host: string) =>
      host === 'ollama.example' ? ['203.0.113.9'] : ['127.0.0.1', '::1'];
    const egress = createEgress({ guard: 'none', allowNetwork: true, lookupAll });
    expect(await egress.locate('http://ollama.example')).toBe('cloud');
    expect(await egress.locate('http://my-gpu.example')).toBe('loopback');
    expect(await egress.placeOf({ url: 'http://my-gpu.example', kind: 'chat' })).toBe('loopback');
    expect(await egress.placeOf({ url: 'http://ollama.example', kind: 'embedding' })).toBe('cloud-embedder');
    expect(await egress.placeOf({ url: 'http://ollama.example', kind: 'judge' })).toBe('cloud-model');
  });

  it('of a loopback that forwards to a cloud is cloud', async () => {
    const egress = createEgress({ ...off, loopback: 'cloud' });
    expect(await egress.placeOf({ url: 'http://127.0.0.1:4000', kind: 'chat' })).toBe('cloud-model');
  });

  it('refuses a name with addresses of several kinds, and a name that moves', async () => {
    await expect(
      resolveHost('x.example', { allowNetwork: true, lookupAll: async () => ['127.0.0.1', '203.0.113.9'] }),
    ).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
    const answers = [['127.0.0.1'], ['203.0.113.9']];
    const egress = createEgress({
      guard: 'none',
      allowNetwork: true,
      lookupAll: async () => answers.shift() ?? [],
    });
    expect(await egress.locate('http://x.example')).toBe('loopback');
    await expect(egress.locate('http://x.example')).rejects.toMatchObject({ code: 'LOCALITY_CHANGED' });
  });

  it('refuses other schemes, credentials in the URL and what is no URL, quoting none of it', async () => {
    const egress = createEgress(off);
    for (const url of ['ftp://127.0.0.1/SALARY', 'http://SALARY:b@127.0.0.1/', 'SALARY', 'file:///SALARY']) {
      const error = await egress.request({ url, kind: 'fetch' }, { a: 1 }).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: 'URL_NOT_ALLOWED' });
      expect(String(error)).not.toContain('SALARY');
    }
  });
});

describe('what leaves', () => {
  it('is scanned and recorded before it does: sizes and claim ids, no text', async () => {
    await using server = await openLoopbackServer();
    const log = memoryLog();
    const egress = createEgress({
      guard: guardFinding('SALARY'),
      log,
      loopback: 'cloud',
      allowNetwork: false,
    });
    const to = { url: `${server.url}/v1/chat?key=SALARY`, kind: 'chat' } as const;
    await expect(egress.request(to, { a: wire`x` })).rejects.toMatchObject({ code: 'SECRET_IN_PAYLOAD' });
    const clean = { url: `${server.url}/v1/chat`, kind: 'chat' } as const;
    await egress.request(clean, { a: wire`b [claim:abcdefghij012345]` }, { claimIds: ['zzzzzzzzzzzzzzzz'] });
    const error = await egress.request(clean, { a: wire`SALARY` }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LeakError);
    expect(String(error)).toContain('abcdefghij012345');
    expect(String(error)).not.toContain('SALARY');
    await expect(egress.request(clean, { a: 1 }, { headers: { 'x-note': 'SALARY' } })).rejects.toBeInstanceOf(
      LeakError,
    );
    await expect(egress.fetch('chat')(clean.url, { method: 'POST', body: 'SALARY' })).rejects.toBeInstanceOf(
      LeakError,
    );
    expect(server.seen.length).toBe(1);
    expect(log.entries.map((entry) => [entry.outcome, entry.code])).toEqual([
      ['blocked', 'SECRET_IN_PAYLOAD'],
      ['sent', undefined],
      ['blocked', 'SECRET_IN_PAYLOAD'],
      ['blocked', 'SECRET_IN_PAYLOAD'],
      ['blocked', 'SECRET_IN_PAYLOAD'],
    ]);
    expect(log.entries[1]).toMatchObject({
      kind: 'chat',
      origin: server.url,
      bytes: server.seen[0]?.body.length,
      claimIds: ['zzzzzzzzzzzzzzzz', 'abcdefghij012345'],
    });
    expect(JSON.stringify(log.entries)).not.toMatch(/SALARY|v1|key/);
  });

  it('does not leave where the guard can not be built or the log not written', async () => {
    await using server = await openLoopbackServer();
    let builds = 0;
    const failing = createEgress({
      allowNetwork: false,
      loopback: 'cloud',
      guard: () => {
        builds++;
        throw new Error('SALARY');
      },
    });
    const to = { url: server.url, kind: 'chat' } as const;
    const error = await failing.request(to, { a: 1 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'GUARD_FAILED' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('SALARY');
    expect(builds).toBe(1);
    const unlogged = createEgress({
      ...off,
      loopback: 'cloud',
      log: {
        append: () => {
          throw new Error('disk full');
        },
        read: () => [],
      },
    });
    await expect(unlogged.request(to, { a: 1 })).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(server.seen).toEqual([]);
  });

  it('to this machine builds no guard and writes no log', async () => {
    await using server = await openLoopbackServer();
    const log = memoryLog();
    const guard = () => {
      throw new Error('built');
    };
    await createEgress({ allowNetwork: false, guard, log }).request(
      { url: server.url, kind: 'chat' },
      { a: 1 },
    );
    expect(log.entries).toEqual([]);
  });

  it('is kept in a file of mode 0600, which survives a line cut by a crash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-egress-'));
    try {
      const path = join(folder, 'egress.jsonl');
      const log = openEgressLog(path);
      expect(log.read()).toEqual([]);
      const entry = { at: 'T', kind: 'chat', origin: 'o', outcome: 'sent', bytes: 1, claimIds: [] } as const;
      log.append(entry);
      const { appendFileSync } = await import('node:fs');
      appendFileSync(path, '{"at":');
      expect(openEgressLog(path).read()).toEqual([entry]);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readFile(path, 'utf8')).toContain('"origin":"o"');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('an exchange', () => {
  it('tries again after transient failures, and hands a lasting one back as it is', async () => {
    await using server = await openLoopbackServer((_, response, count) => {
      response.writeHead(count <= 2 ? 503 : 200, { 'retry-after': '0', 'content-type': 'application/json' });
      response.end('{"n":1}');
    });
    const to = { url: server.url, kind: 'chat' } as const;
    expect(await createEgress(off).request(to, { a: 1 })).toEqual({ status: 200, body: { n: 1 } });
    expect(server.seen.length).toBe(3);
    await using limited = await openLoopbackServer((_, response) => {
      response.writeHead(429, { 'retry-after': '0' });
      response.end('slow down');
    });
    const reply = await createEgress({ ...off, retries: 1 }).request(
      { url: limited.url, kind: 'chat' },
      { a: 1 },
    );
    expect(reply).toEqual({ status: 429, body: 'slow down' });
    expect(limited.seen.length).toBe(2);
  });

  it('ends in time and on request', async () => {
    await using silent = await openLoopbackServer(() => undefined);
    const to = { url: silent.url, kind: 'chat' } as const;
    const egress = createEgress({ ...off, timeoutMs: 50, retries: 0 });
    await expect(egress.request(to, { a: 1 })).rejects.toMatchObject({ code: 'OUTBOUND_TIMEOUT' });
    const controller = new AbortController();
    const waiting = createEgress(off).request(to, { a: 1 }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
    const fetching = createEgress(off).fetch('chat')(to.url, { signal: AbortSignal.timeout(20) });
    await expect(fetching).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('says that a service is not there', async () => {
    const { url } = await (async () => {
      await using server = await openLoopbackServer();
      return server;
    })();
    const egress = createEgress({ ...off, retries: 0 });
    await expect(egress.request({ url, kind: 'chat' }, { a: 1 })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
    });
  });

  it('reads a reply no longer than the limit', async () => {
    await using server = await openLoopbackServer((_, response) => void response.end('x'.repeat(5_000)));
    const egress = createEgress({ ...off, maxReplyBytes: 100 });
    await expect(egress.request({ url: server.url, kind: 'chat' }, { a: 1 })).rejects.toMatchObject({
      code: 'REPLY_TOO_LONG',
    });
  });
});

describe('the fetch face', () => {
  it('sends what fetch would, streams the reply, and decompresses it', async () => {
    await using server = await openLoopbackServer((seen, response) => {
      if (seen.url === '/stream') {
        response.write('one ');
        setTimeout(() => response.end('two'), 10);
        return;
      }
      if (seen.url === '/empty') {
        response.writeHead(204);
        response.end();
        return;
      }
      response.writeHead(201, 'Made', { 'content-encoding': 'gzip', 'x-a': 'b' });
      response.end(gzipSync('zipped'));
    });
    const fetch = createEgress(off).fetch('chat');
    const form = new FormData();
    form.set('a', 'b');
    const reply = await fetch(`${server.url}/p?q=1`, {
      method: 'POST',
      body: form,
      headers: { 'x-key': 'v' },
    });
    expect([reply.status, reply.statusText, reply.headers.get('x-a'), await reply.text()]).toEqual([
      201,
      'Made',
      'b',
      'zipped',
    ]);
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/p?q=1' });
    expect(server.seen[0]?.headers).toMatchObject({ 'x-key': 'v' });
    expect(server.seen[0]?.headers['content-type']).toContain('multipart/form-data');
    const stream = await fetch(new URL(`${server.url}/stream`));
    const parts: string[] = [];
    for await (const part of stream.body ?? []) parts.push(Buffer.from(part).toString());
    expect(parts.join('')).toBe('one two');
    expect((await fetch(new Request(`${server.url}/empty`))).status).toBe(204);
  });

  it('follows redirects within this machine, without taking credentials to another origin', async () => {
    await using target = await openLoopbackServer();
    await using server = await openLoopbackServer((seen, response) => {
      const to = seen.url === '/loop' ? '/loop' : seen.url === '/same' ? '/end' : `${target.url}/other`;
      if (seen.url === '/end') response.end('end');
      else response.writeHead(302, { location: to }).end();
    });
    const fetch = createEgress(off).fetch('fetch');
    const headers = { authorization: 'Bearer t', cookie: 'c', 'x-api-key': 'k' };
    const same = await fetch(`${server.url}/same`, { headers });
    expect([await same.text(), same.redirected, same.url]).toEqual(['end', true, `${server.url}/end`]);
    expect(server.seen.at(-1)?.headers['authorization']).toBe('Bearer t');
    const reply = await fetch(`${server.url}/x`, { method: 'POST', body: 'payload', headers });
    expect(reply.status).toBe(200);
    expect(target.seen[0]).toMatchObject({ method: 'GET', url: '/other', body: '' });
    expect(Object.keys(target.seen[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect(target.seen[0]?.headers).not.toHaveProperty('cookie');
    expect(target.seen[0]?.headers).not.toHaveProperty('x-api-key');
    await expect(fetch(`${server.url}/loop`)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
    await expect(fetch(`${server.url}/same`, { redirect: 'error' })).rejects.toMatchObject({
      code: 'REDIRECT_REFUSED',
    });
    expect((await fetch(`${server.url}/same`, { redirect: 'manual' })).status).toBe(302);
  });

  it('does not carry a request from this machine into the network, even with the network on', async () => {
    await using server = await openLoopbackServer(
      (_, response) => void response.writeHead(307, { location: 'http://198.51.100.7/' }).end(),
    );
    const fetch = createEgress({ guard: 'none', allowNetwork: true }).fetch('chat');
    await expect(fetch(server.url, { method: 'POST', body: 'x' })).rejects.toMatchObject({
      code: 'REDIRECT_REFUSED',
    });
  });
});

it('scans and records what is handed to a program, as what leaves for a cloud', async () => {
  const log = memoryLog();
  const egress = createEgress({ guard: guardFinding('4711'), allowNetwork: false, log });
  await egress.handOver('mcp', 'graph', '{"query":"harbor"}');
  await expect(egress.handOver('mcp', 'graph', '{"query":"4711"}')).rejects.toBeInstanceOf(LeakError);
  expect(log.entries.map(({ kind, origin, outcome, bytes }) => [kind, origin, outcome, bytes])).toEqual([
    ['mcp', 'program://graph', 'sent', 18],
    ['mcp', 'program://graph', 'blocked', 16],
  ]);
});
