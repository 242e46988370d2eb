import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundConnections } from './bound-connections.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function serve(bounds: Parameters<typeof boundConnections>[1]): Promise<number> {
  server = createServer((_, response) => response.end('here'));
  boundConnections(server, bounds);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function openSilent(port: number, count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of opened) socket.on('error', () => undefined);
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  return opened;
}

const ask = (port: number) =>
  new Promise<string>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  });

it('answers while more connections than it holds say nothing, and ends the oldest of those', async () => {
  const port = await serve({ most: 100, mostOfOne: null, mostSilent: 20 });
  const first = await openSilent(port, 1);
  const over = once(first[0] as Socket, 'close');
  await openSilent(port, 150);
  expect(await ask(port)).toBe('here');
  await over;
});

it('takes no more of one address than it may have, and takes them again once others are closed', async () => {
  const port = await serve({ most: 100, mostOfOne: 5, mostSilent: 50 });
  const held = await openSilent(port, 5);
  await expect(ask(port)).rejects.toThrow();
  const [one] = held;
  const closed = once(one as Socket, 'close');
  one?.destroy();
  await closed;
  for (let left = 50; ; left--) {
    const said = await ask(port).catch(() => null);
    if (said === 'here') break;
    if (left === 0) throw new Error('it is never answered again');
  }
});
