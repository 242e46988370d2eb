import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createEgress } from './create-egress.ts';

interface Watched {
  readonly port: number;
  readonly connections: () => number;
  readonly open: () => Promise<number>;
  readonly endIdle: () => void;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Returns its path; `/cut` breaks the connection instead, `/gone` redirects, `/long` has 1,000 bytes. */
async function watch(host = '127.0.0.1'): Promise<Watched> {
  let connections = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/cut') request.socket.destroy();
      else if (request.url === '/gone') response.writeHead(302, { location: '/' }).end();
      else response.end(request.url === '/long' ? 'x'.repeat(1_000) : request.url);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    endIdle: () => server.closeIdleConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const signal = new AbortController().signal;
const get = { method: 'GET', signal, mostBytes: 500 } as const;

it('uses a connection again for the same address, and ends it when it is closed', async () => {
  await using server = await watch();
  const egress = createEgress({ guard: 'none', allowNetwork: false, keepIdleMs: 60_000 });
  for (let i = 0; i < 5; i++) {
    const reply = await egress.call('mcp')(`http://127.0.0.1:${server.port}/${i}`, get);
    expect([reply.status, await reply.text()]).toEqual([200, `/${i}`]);
    const fetched = await egress.fetch('mcp')(`http://127.0.0.1:${server.port}/f${i}`, {
      method: 'POST',
      body: 'b',
    });
    expect(await fetched.text()).toBe(`/f${i}`);
  }
  expect(server.connections()).toBe(1);
  egress.close();
  await expect.poll(() => server.open()).toBe(0);
  const again = await egress.call('mcp')(`http://127.0.0.1:${server.port}/later`, get);
  expect(await again.text()).toBe('/later');
  egress.close();
});

it('makes one for each request where none is to be kept', async () => {
  await using server = await watch();
  const egress = createEgress({ guard: 'none', allowNetwork: false });
  for (let i = 0; i < 3; i++)
    await (await egress.call('mcp')(`http://127.0.0.1:${server.port}/`, get)).text();
  expect(server.connections()).toBe(3);
});

it('checks the name for each request, and goes to no address that it does not lead to any more', async () => {
  await using server = await watch();
  const leads: string[][] = [
    ['127.0.0.1'],
    ['127.0.0.1'],
    ['203.0.113.9'],
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.1'],
  ];
  let asked = 0;
  const egress = createEgress({
    guard: 'none',
    allowNetwork: true,
    keepIdleMs: 60_000,
    lookupAll: async () => leads[asked++] ?? [],
  });
  const call = async () => (await egress.call('mcp')(`http://memory.example:${server.port}/`, get)).text();
  await call();
  await call();
  expect(server.connections()).toBe(1);
  // The name now leads to the network, so idle connections stay unused.
  await expect(call()).rejects.toMatchObject({ code: 'LOCALITY_CHANGED' });
  // It leads to one more address, so it gets a separate connection.
  await call();
  expect(server.connections()).toBe(2);
  await call();
  expect([server.connections(), asked]).toEqual([2, 5]);
  egress.close();
});

it('refuses with the same codes as without one that is kept', async () => {
  await using server = await watch();
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  for (const keepIdleMs of [undefined, 60_000]) {
    const egress = createEgress({
      guard: 'none',
      allowNetwork: false,
      ...(keepIdleMs === undefined ? {} : { keepIdleMs }),
    });
    const call = egress.call('mcp');
    await (await call(url('/'), get)).text();
    await expect(call(url('/cut'), get)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    await expect(call(url('/gone'), get)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
    await expect((await call(url('/long'), get)).text()).rejects.toMatchObject({ code: 'REPLY_TOO_LONG' });
    await expect(call('http://203.0.113.9/', get)).rejects.toMatchObject({ code: 'NETWORK_DISABLED' });
    await expect(call('http://127.0.0.1:1/', get)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(call(url('/'), { ...get, signal: stopped })).rejects.toThrow('stopped');
    (await call(url('/'), get)).drop();
    expect(await (await call(url('/still'), get)).text()).toBe('/still');
    egress.close();
  }
});

it('connects anew where the other side ended what was idle', async () => {
  await using server = await watch();
  const egress = createEgress({ guard: 'none', allowNetwork: false, keepIdleMs: 60_000 });
  const call = async () => (await egress.call('mcp')(`http://127.0.0.1:${server.port}/`, get)).text();
  await call();
  server.endIdle();
  await expect.poll(() => server.open()).toBe(0);
  // The end must reach this side before the next request is sent.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await call()).toBe('/');
  expect(server.connections()).toBe(2);
  egress.close();
});

it('scans and records each request that goes over a connection that stands', async () => {
  await using server = await watch();
  const log: string[] = [];
  const egress = createEgress({
    guard: {
      scan: async () => [],
      check: async (parts) => {
        if (JSON.stringify(parts).includes('/secret')) throw new Error('found');
      },
      invalidate: () => undefined,
    },
    log: { append: ({ outcome }) => void log.push(outcome), read: () => [] },
    allowNetwork: false,
    loopback: 'cloud',
    keepIdleMs: 60_000,
  });
  const call = async (path: string) =>
    (await egress.call('mcp')(`http://127.0.0.1:${server.port}${path}`, get)).text();
  await call('/a');
  await expect(call('/secret')).rejects.toMatchObject({ code: 'GUARD_FAILED' });
  await call('/b');
  expect(log).toEqual(['sent', 'blocked', 'sent']);
  expect(server.connections()).toBe(1);
  egress.close();
});
