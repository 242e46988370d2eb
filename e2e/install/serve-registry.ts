import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

/** A package in its packed form. */
export interface ServedPackage {
  readonly tarball: string;
  readonly manifest: { readonly name: string; readonly version: string };
}

/** A registry on loopback. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves packed packages like a registry, so that every installer sees ordinary packages. Other requests are
 * redirected to `upstream`, the registry configured on this machine. Requests for metadata are passed through to it.
 */
export async function serveRegistry(packages: readonly ServedPackage[], upstream: string): Promise<Registry> {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/s, ''));
    const [, name = '', file] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+))?$/.exec(path) ?? [];
    const own = byName.get(name);
    if (own === undefined) void passOn(request.url ?? '/', request.headers.accept, response);
    else if (file === undefined) sendMetadata(own, response);
    else
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(own.tarball));
  });
  const passOn = async (path: string, accept: string | undefined, response: ServerResponse) => {
    try {
      const reply = await fetch(new URL(path.replace(/^\//, ''), upstream), {
        headers: accept === undefined ? {} : { accept },
      });
      const type = reply.headers.get('content-type') ?? 'application/octet-stream';
      response.writeHead(reply.status, { 'content-type': type });
      response.end(Buffer.from(await reply.arrayBuffer()));
    } catch {
      response.writeHead(502).end();
    }
  };
  const sendMetadata = ({ tarball, manifest }: ServedPackage, response: ServerResponse) => {
    const bytes = readFileSync(tarball);
    const dist = {
      tarball: `${url()}${manifest.name}/-/${basename(tarball)}`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
    };
    const { name, version } = manifest;
    const body = {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
      time: { [version]: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z' },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: url(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
