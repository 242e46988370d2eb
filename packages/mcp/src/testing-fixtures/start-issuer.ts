import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** How the issuer answers requests for its keys. */
export type IssuerMood =
  | 'up'
  | 'down'
  | 'silent'
  | 'trickling'
  | 'huge'
  | 'failing'
  | 'redirecting'
  | 'babbling';

/** A token issuer on loopback, with keys made by `jose`. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string;
  /** The keys that it publishes; a test may change them. */
  readonly keys: JWK[];
  readonly metadata: Record<string, unknown>;
  mood: IssuerMood;
  /** How often its keys were requested. */
  readonly asked: () => number;
  readonly addKey: (alg: string, kid: string) => Promise<CryptoKey>;
  /** Signs claims with one of its keys. */
  readonly sign: (claims: JWTPayload, options?: SignOptions) => Promise<string>;
}

interface SignOptions {
  readonly key?: CryptoKey | Uint8Array;
  /** Header members besides `alg` and `kid`; undefined removes one. */
  readonly header?: Record<string, unknown>;
}

export async function startIssuer(): Promise<TestIssuer> {
  const keys: JWK[] = [];
  let asked = 0;
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const path = request.url ?? '';
    if (path === '/.well-known/openid-configuration') {
      if (issuer.mood === 'down') return request.socket.destroy();
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(issuer.metadata));
    }
    if (path !== '/keys') return response.writeHead(404).end();
    asked++;
    return sendKeys(issuer.mood, JSON.stringify({ keys }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = new Map<string, CryptoKey>();
  const issuer: TestIssuer = {
    url,
    keys,
    metadata: { issuer: url, jwks_uri: `${url}/keys` },
    mood: 'up',
    asked: () => asked,
    addKey: async (alg, kid) => {
      const pair = await generateKeyPair(alg, { extractable: true });
      keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' });
      own.set(`${kid} ${alg}`, pair.privateKey);
      return pair.privateKey;
    },
    sign: async (claims, { key, header = {} } = {}) => {
      const { kid, alg } = { kid: keys[0]?.kid, alg: keys[0]?.alg, ...header };
      const found = key ?? own.get(`${kid} ${alg}`);
      if (found === undefined) throw new Error('the test names a key that nobody has');
      const all = { alg, kid, typ: 'at+jwt', ...header };
      return new SignJWT(claims).setProtectedHeader(JSON.parse(JSON.stringify(all))).sign(found);
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of open) each.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await issuer.addKey('ES256', 'one');
  return issuer;
}

function sendKeys(mood: IssuerMood, keys: string, response: ServerResponse): unknown {
  const head = (status: number, more = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...more });
  switch (mood) {
    case 'up':
      return head(200).end(keys);
    case 'down':
      return response.socket?.destroy();
    case 'silent':
      return null;
    case 'trickling': {
      head(200).write('{"keys":[');
      const drops = setInterval(() => response.write(' '), 20);
      return response.on('close', () => clearInterval(drops));
    }
    case 'huge': {
      head(200).write('{"keys":[');
      const part = Buffer.alloc(65_536, ' ');
      // Endless, as fast as it is read.
      const more = (): void => {
        while (!response.destroyed && response.write(part));
        response.once('drain', more);
      };
      return more();
    }
    case 'failing':
      return head(500).end(keys);
    case 'redirecting':
      return head(302, { location: 'http://127.0.0.1:1/keys' }).end();
    case 'babbling':
      return head(200).end('<html>{"keys":[]}</html>');
  }
}
