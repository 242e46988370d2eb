import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestProvider } from './start-oidc-provider.ts';
import { PATIENT } from './start-server.ts';

const INFO = { name: 'signs-in', version: '1.0.0' };

/** The state that both SDKs keep for a client that signs in with code flow and PKCE. */
function createSession(provider: TestProvider) {
  let client: unknown;
  let tokens: unknown;
  let verifier = '';
  let code = '';
  let discovery: unknown;
  let answer = new URLSearchParams();
  return {
    code: () => code,
    answer: () => answer,
    provider: {
      redirectUrl: 'http://127.0.0.1:9/callback',
      clientMetadata: {
        client_name: 'signs-in',
        redirect_uris: ['http://127.0.0.1:9/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        scope: 'memora:read memora:write',
      },
      clientInformation: () => client,
      saveClientInformation: (given: unknown) => {
        client = given;
      },
      discoveryState: () => discovery,
      saveDiscoveryState: (given: unknown) => {
        discovery = given;
      },
      tokens: () => tokens,
      saveTokens: (given: unknown) => {
        tokens = given;
      },
      saveCodeVerifier: (given: string) => {
        verifier = given;
      },
      codeVerifier: () => verifier,
      redirectToAuthorization: async (url: URL) => {
        const at = await provider.browse(url);
        const given = at.searchParams.get('code');
        if (given === null) throw new Error(`no code: ${at.searchParams}`);
        code = given;
        answer = at.searchParams;
      },
    },
  };
}

interface SignedIn extends AsyncDisposable {
  readonly callTool: (
    name: string,
    args: Record<string, unknown>,
  ) => Promise<{
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly content: readonly unknown[];
  }>;
  readonly listResources: () => Promise<unknown>;
}

/** Signs in as an era's SDK does: from 401 through discovery and registration to a session. */
export async function signIn(
  era: 'v1' | 'v2',
  url: string,
  person: string,
  provider: TestProvider,
): Promise<SignedIn> {
  provider.person = person;
  const session = createSession(provider);
  const open = () =>
    era === 'v1'
      ? new HttpV1(new URL(url), { authProvider: session.provider as never })
      : new HttpV2(new URL(url), { authProvider: session.provider as never });
  const connect = async (transport: ReturnType<typeof open>) => {
    const client = era === 'v1' ? new ClientV1(INFO) : new ClientV2(INFO);
    await client.connect(transport as never, PATIENT);
    return client;
  };
  const first = open();
  const refused = await connect(first).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof UnauthorizedV1) && !(refused instanceof UnauthorizedV2))
    throw refused ?? new Error('nobody had to sign in');
  if (first instanceof HttpV2) await first.finishAuth(session.answer());
  else await first.finishAuth(session.code());
  const client = (await connect(open())) as ClientV1;
  return {
    callTool: (name, args) => {
      const request = { name, arguments: args };
      const reply =
        era === 'v1'
          ? client.callTool(request, undefined, PATIENT)
          : (client as unknown as ClientV2).callTool(request, PATIENT);
      return reply as never;
    },
    listResources: () => client.listResources(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
