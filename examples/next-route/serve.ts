/**
 * Tries the route without Next: `node serve.ts` answers POST /api/chat on a free port of this machine. In a Next.js application
 * only `app/api/chat/route.ts` is needed.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { POST } from './app/api/chat/route.ts';

const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/api/chat') {
    response.writeHead(404).end();
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const init = { method: 'POST', body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const };
  const reply = await POST(new Request('http://localhost/api/chat', { ...init, signal: gone.signal }));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.body === null) response.end();
  else await pipeline(Readable.fromWeb(reply.body as never), response).catch(() => undefined);
});

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`);
});
