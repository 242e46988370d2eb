import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createEgress } from '../create-egress.ts';
import { askJson } from './ask-json.ts';

const send = createEgress({ guard: 'none', allowNetwork: false }).fetch('fetch');

/** A server with the answer that the test defines. */
async function answering(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const begin = (response: ServerResponse) => response.writeHead(200).write('{"a":');

it.each([
  ['answers nothing', () => undefined],
  ['begins its answer and goes no further', begin],
])('says where it asked, and what to do, of a server that %s', async (_, answer) => {
  await using server = await answering(answer);
  await expect(askJson(send, server.url, 100)).rejects.toMatchObject({
    ...{ code: 'OUTBOUND_TIMEOUT', message: expect.stringContaining(server.url) },
    hint: expect.stringContaining('try again'),
  });
});

it.each([
  ['the first byte', () => undefined],
  ['the last byte', begin],
])('ends at once with the reason of its caller before %s', async (_, answer) => {
  const stop = new AbortController();
  await using server = await answering((response) => {
    answer(response);
    setImmediate(() => stop.abort(new Error('enough')));
  });
  await expect(askJson(send, server.url, 600_000, { signal: stop.signal })).rejects.toThrow('enough');
});

it('says so where the connection ends within the answer', async () => {
  await using server = await answering((response) => {
    begin(response);
    setImmediate(() => response.socket?.destroy());
  });
  await expect(askJson(send, server.url, 600_000)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
});

it('takes a page, and what is longer than any document of an issuer, for no JSON', async () => {
  for (const page of ['<html>', `"${'x'.repeat(300_000)}"`]) {
    await using server = await answering((response) => response.end(page));
    expect(await askJson(send, server.url, 600_000)).toEqual({ status: 200, json: null });
  }
});
