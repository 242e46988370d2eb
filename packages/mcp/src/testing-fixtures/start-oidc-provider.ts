import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

/** An OpenID Connect provider on loopback, where the user `person` signs in and consents at once. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The user at the browser. */
  person: string;
  /** The groups in its tokens. */
  readonly groups: Map<string, readonly string[]>;
  /** Acts as a browser: follows the redirects from an authorisation to the address with the code. */
  readonly browse: (authorisation: URL) => Promise<URL>;
}

interface Provider {
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  readonly Grant: new (
    of: object,
  ) => {
    addOIDCScope: (scope: string) => void;
    addResourceScope: (resource: string, scope: string) => void;
    save: () => Promise<string>;
  };
  readonly interactionDetails: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<{ readonly params: Record<string, string> }>;
  readonly interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
  ) => Promise<void>;
}

const SCOPES = 'memora:read memora:write memora:admin';

export async function startOidcProvider(resource: () => string): Promise<TestProvider> {
  // The package has no types.
  const name = 'oidc-provider';
  const { default: Provider } = (await import(name)) as {
    default: new (issuer: string, with_: object) => Provider;
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const groups = new Map<string, readonly string[]>();
  provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['of a test'] },
    scopes: ['openid', 'offline_access', ...SCOPES.split(' ')],
    clientDefaults: { token_endpoint_auth_method: 'none' },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600 },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, asked: string) => {
          if (asked !== resource()) throw new Error('another resource');
          return {
            scope: SCOPES,
            audience: asked,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          };
        },
        useGrantedResource: () => true,
      },
    },
    extraTokenClaims: (_: unknown, token: { readonly accountId: string }) => ({
      groups: groups.get(token.accountId) ?? [],
    }),
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (provider === null) return;
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: found.person, clientId: params['client_id'] });
    grant.addOIDCScope(`openid offline_access ${SCOPES}`);
    grant.addResourceScope(resource(), params['scope'] ?? SCOPES);
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, {
      login: { accountId: found.person },
      consent: { grantId },
    });
  };
  const found: TestProvider = {
    issuer,
    person: 'ann',
    groups,
    browse: async (authorisation) => {
      const jar = new Map<string, string>();
      let at = authorisation;
      for (let steps = 0; steps < 12; steps++) {
        const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of reply.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
          jar.set(key, value);
        }
        const next = reply.headers.get('location');
        if (next === null)
          throw new Error(`the provider answers ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
        at = new URL(next, at);
        if (at.searchParams.has('code') || at.searchParams.has('error')) return at;
      }
      throw new Error('the provider leads in a circle');
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return found;
}
