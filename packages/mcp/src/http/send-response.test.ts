import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { sendResponse } from './send-response.ts';

const PIECE = new Uint8Array(64 * 1024).fill(0x61);

/** A source that produces pieces as long as they are requested, and counts them. */
function createSource(most = Number.POSITIVE_INFINITY) {
  const counts = { given: 0, cancelled: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      // Like an event, in a separate turn.
      await new Promise(setImmediate);
      if (counts.given === most) return controller.close();
      counts.given++;
      controller.enqueue(PIECE);
    },
    cancel: () => {
      counts.cancelled++;
    },
  });
  return { counts, web: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) };
}

/** A server on loopback that answers every request with `web` and records what it received. */
async function serve(
  web: Response,
  patienceMs?: number,
  beforeWrite: (response: ServerResponse) => void = () => undefined,
) {
  const waiting: number[] = [];
  let sent: Promise<void> | null = null;
  let answered: ServerResponse | null = null;
  const server = createServer((_, response) => {
    answered = response;
    const { write } = response;
    response.write = ((chunk: Uint8Array) => {
      beforeWrite(response);
      const result = Reflect.apply(write, response, [chunk]) as boolean;
      waiting.push(response.writableLength);
      return result;
    }) as typeof response.write;
    sent = sendResponse(web, response, patienceMs);
    server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'asked');
  return {
    port: (server.address() as AddressInfo).port,
    waiting,
    sent: async () => {
      await asked;
      await sent;
    },
    isClosed: () => (answered as ServerResponse | null)?.destroyed === true,
    sockets: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

it('cuts off a client that has stopped reading a stream, with no more than a megabyte and a piece in hand', async () => {
  const { counts, web } = createSource();
  await using server = await serve(web, 20);
  const client = connect(server.port, '127.0.0.1').on('error', () => {});
  // Nobody reads, so the socket's buffers fill first, then the server's.
  client.pause();
  client.write(REQUEST);
  await server.sent();
  expect(Math.max(...server.waiting)).toBeGreaterThan(1 << 20);
  expect(Math.max(...server.waiting)).toBeLessThan((1 << 20) + 2 * PIECE.length);
  expect(counts.cancelled).toBe(1);
  expect(server.isClosed()).toBe(true);
  const { given } = counts;
  await new Promise(setImmediate);
  // One piece may have been in transit.
  expect(counts.given).toBeLessThanOrEqual(given + 1);
  client.destroy();
});

it('gives a client that reads all of a long stream, however long', async () => {
  const { web } = createSource(800);
  await using server = await serve(web);
  const reply = await fetch(`http://127.0.0.1:${server.port}/`);
  let bytes = 0;
  for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
  expect(bytes).toBe(800 * PIECE.length);
  await server.sent();
});

it('ends the source of a stream whose client hangs up, and keeps no socket of it', async () => {
  const { counts, web } = createSource();
  await using server = await serve(web);
  const client = connect(server.port, '127.0.0.1').on('error', () => {});
  client.write(REQUEST);
  await once(client, 'data');
  client.destroy();
  await server.sent();
  expect(counts.cancelled).toBe(1);
  while ((await server.sockets()) > 0) await new Promise(setImmediate);
});

it('hands over one piece of any size, and a body that is none', async () => {
  const large = new Uint8Array(8_000_000);
  await using server = await serve(new Response(large));
  expect((await (await fetch(`http://127.0.0.1:${server.port}/`)).arrayBuffer()).byteLength).toBe(
    large.length,
  );
  await using empty = await serve(new Response(null, { status: 202 }));
  expect((await fetch(`http://127.0.0.1:${empty.port}/`)).status).toBe(202);
});

it('sends the head with the first piece, and alone where none comes', async () => {
  const body = createSource(1).web;
  const heads: number[] = [];
  await using soon = await serve(body, undefined, ({ socket }) => heads.push(socket?.bytesWritten ?? -1));
  await (await fetch(`http://127.0.0.1:${soon.port}/`)).arrayBuffer();
  expect(heads).toEqual([0]);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  await using late = await serve(new Response(readable));
  const reply = await fetch(`http://127.0.0.1:${late.port}/`);
  expect(reply.status).toBe(200);
  await writable.close();
  expect(await reply.text()).toBe('');
});

it('cuts an answer whose source fails', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
  await using server = await serve(new Response(body));
  await expect(fetch(`http://127.0.0.1:${server.port}/`).then((reply) => reply.text())).rejects.toThrow();
  await server.sent();
});
