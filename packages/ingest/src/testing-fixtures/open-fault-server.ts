import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The behaviour of a path of the server. */
export type Fault = (response: ServerResponse, request: IncomingMessage, origin: string) => void;

const page = (text: string) =>
  `<!doctype html><html><head><title>Harbour</title></head><body><article><h1>Harbour</h1><p>${text}</p></article></body></html>`;

const html: Fault = (response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page('The harbour opens at seven.'));
};
const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    void response.writeHead(code, headers).end('SAID-BY-THE-SERVER');
const redirect =
  (to: string, code = 302): Fault =>
  (response, _, origin) =>
    void response.writeHead(code, { location: to.replace('ORIGIN', origin) }).end();
const typed =
  (type: string): Fault =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end('text');

/** Every way in which a web server can fail a request. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  '/page': html,
  '/gone': status(404),
  '/gone-for-good': status(410),
  '/broken': status(500),
  '/busy': status(503, { 'retry-after': '1' }),
  '/too-many': status(429),
  '/login-401': status(401, { 'www-authenticate': 'Basic realm="x"' }),
  '/login-403': status(403),
  '/no-content': status(204),
  '/teapot': status(418),
  '/unasked-304': status(304),
  '/members': redirect('/account/login?next=%2Fmembers'),
  '/account/login': typed('text/html'),
  '/login-form': (response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`${page('Members only.')}<form><input name=u><input class="x" type='password'></form>`);
  },
  '/moved': redirect('/page', 301),
  '/circle': redirect('/circle-2'),
  '/circle-2': redirect('/circle'),
  '/self': redirect('/self'),
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/to-router': redirect('http://192.168.0.1/'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-ftp': redirect('ftp://127.0.0.1/x'),
  '/to-credentials': redirect('http://user:pass@127.0.0.1/'),
  '/drip': (response, request) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('a'), 20);
    request.on('close', () => clearInterval(drip));
  },
  '/silent': () => undefined,
  '/half': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
    response.write('half of it');
    setTimeout(() => response.destroy(), 20);
  },
  '/reset': (response) => void response.socket?.resetAndDestroy(),
  '/no-http': (response) => void response.socket?.end('\u0000\u0001 what is this\r\n\r\n'),
  '/long-head': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(100_000) });
    response.end(page('x'));
  },
  '/gzip-bomb': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(30_000_000)));
  },
  '/brotli-bomb': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' });
    response.end(brotliCompressSync(Buffer.alloc(30_000_000)));
  },
  '/cut-gzip': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync(page('x '.repeat(9_000))).subarray(0, 60));
  },
  '/no-gzip': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end('not packed at all');
  },
  '/endless': (response, request) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = () => {
      while (!request.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/picture': typed('image/png'),
  '/film': typed('video/mp4'),
  '/program': typed('application/x-msdownload'),
  '/untyped': (response) => void response.end('plain'),
  '/odd-type': typed('text/html; charset="windows-1252"; boundary=x'),
  '/named': (response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="../../etc/report.pdf"',
    });
    response.end('%PDF-');
  },
  '/versioned': (response, request) => {
    const headers = { etag: '"v1"', 'last-modified': 'Tue, 03 Nov 2026 10:00:00 GMT' };
    const isKnown =
      request.headers['if-none-match'] === '"v1"' ||
      request.headers['if-modified-since'] === 'Tue, 03 Nov 2026 10:00:00 GMT';
    if (isKnown) response.writeHead(304, headers).end();
    else response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(page('The first version.'));
  },
  '/to-versioned': redirect('/versioned'),
  '/private': (response, request) => {
    const isUser = request.headers.authorization === `Basic ${Buffer.from('ida:p w').toString('base64')}`;
    if (isUser) html(response, request, '');
    else response.writeHead(401).end();
  },
};

/** A real loopback web server with every fault; it records its requests. */
export async function openFaultServer(more: Readonly<Record<string, Fault>> = {}) {
  const seen: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    seen.push({ url, headers: request.headers });
    const path = url.split('?')[0] ?? '/';
    const fault = more[path] ?? FAULTS[path] ?? status(404);
    response.on('error', () => undefined);
    fault(response, request, origin);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
