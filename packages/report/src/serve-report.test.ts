import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { refusalOfPageRequest } from './page-request.ts';
import { serveReport } from './serve-report.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Waits for the next event that a live page would get. */
function nextEvent(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}events`, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const [, event] = /^event: (\w+)$/mu.exec(text) ?? [];
        if (event === undefined) return;
        resolve(event);
        asked.destroy();
      });
    });
    asked.on('error', reject).end();
  });
}

const NOTES = { 'a.md': 'The pump runs at 40 bar.\n' };

it('serves the page to whoever knows its path, and reloads it when a note changes', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  await using server = await serveReport(memory);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/u);
  const { status, headers, body } = await get(server.url);
  expect(status).toBe(200);
  expect(body).toContain('The pump runs at 40 bar.');
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['access-control-allow-origin']).toBeUndefined();

  // The watcher may still be reading the vault for the first time: what it finds unchanged is no news.
  await wait(800);
  const changed = nextEvent(server.url);
  await wait(100);
  await folder.write('b.md', 'The crane stands in Porto.\n');
  expect(await changed).toBe('changed');
  expect((await get(server.url)).body).toContain('The crane stands in Porto.');
});

it('follows a watcher that is already there', async () => {
  await using folder = await setupVault(NOTES);
  await using watching = await openMemory({ vault: folder.root, env: folder.env });
  const stop = new AbortController();
  const watched = (async () => {
    for await (const event of watching.watch({ signal: stop.signal, maintain: false }))
      if (event.type === 'problem') throw new Error(event.code);
  })();
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  while ((await memory.revision()) === null) await wait(20);
  {
    await using server = await serveReport(memory);
    await wait(600);
    const changed = nextEvent(server.url);
    await wait(100);
    await folder.write('b.md', 'The crane stands in Porto.\n');
    expect(await changed).toBe('changed');
  }
  stop.abort();
  await watched;
});

it('refuses foreign hosts, foreign pages, other methods and other paths', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  await using server = await serveReport(memory);
  const { origin, port } = new URL(server.url);
  expect((await get(server.url, { host: `evil.example:${port}` })).status).toBe(403);
  expect((await get(server.url, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await get(server.url, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await get(server.url, {}, 'POST')).status).toBe(405);
  expect((await get(`${origin}/`)).status).toBe(404);
  expect((await get(`${server.url}../`)).status).toBe(404);
  expect((await get(server.url, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  for (const refused of [await get(`${origin}/x`), await get(server.url, { host: 'x' })])
    expect(refused.body).toBe('');
});

it('ends with its signal, and is gone afterwards', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const stop = new AbortController();
  const server = await serveReport(memory, { signal: stop.signal });
  const listening = nextEvent(server.url).catch((error: NodeJS.ErrnoException) => error.code);
  await wait(100);
  stop.abort();
  await server.done;
  await expect(get(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await Promise.race([listening, wait(200)]);
});

it('says that a port is taken', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  await using server = await serveReport(memory);
  const port = Number(new URL(server.url).port);
  await expect(serveReport(memory, { port })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
});

it('knows its own names only', () => {
  const at = (host: string, origin?: string) =>
    refusalOfPageRequest(
      { headers: { host, ...(origin === undefined ? {} : { origin }) }, method: 'GET', url: '/t/' },
      80,
      '/t/',
    );
  expect(at('127.0.0.1:80')).toBeNull();
  expect(at('localhost:80', 'http://localhost:80')).toBeNull();
  for (const host of ['127.0.0.1', '127.0.0.1:81', 'localhost.evil.example:80', '0.0.0.0:80', ''])
    expect(at(host)).toBe(403);
  for (const origin of [
    'null',
    'http://127.0.0.1:81',
    'https://127.0.0.1:80',
    'http://localhost.evil.example:80',
  ])
    expect(at('127.0.0.1:80', origin)).toBe(403);
});

it('tells the reader and the caller the code of a fault, and no text', async () => {
  await using folder = await setupVault(NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  const codes: string[] = [];
  await using server = await serveReport(memory, { onProblem: (code) => codes.push(code) });
  await memory.close();
  const { status, body } = await get(server.url);
  expect(status).toBe(500);
  const [, code = ''] = /^The report could not be made \(([A-Z_]+)\)\.\n$/u.exec(body) ?? [];
  expect(codes).toContain(code);
});
