import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PATIENT, serverCommand } from './start-server.ts';

/** A client as a session test needs it, from either SDK. */
export interface TestClient extends AsyncDisposable {
  /** Different for each kind of client. */
  readonly label: string;
  readonly instructions: () => string | undefined;
  readonly listTools: () => Promise<{
    tools: { name: string; annotations?: object | undefined; outputSchema?: object | undefined }[];
  }>;
  readonly callTool: (name: string, args?: Record<string, unknown>) => Promise<ToolReply>;
  readonly listResources: (
    cursor?: string,
  ) => Promise<{ resources: { uri: string; name: string }[]; nextCursor?: string | undefined }>;
  readonly listResourceTemplates: () => Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readonly readResource: (uri: string) => Promise<{ contents: { uri: string; text?: string }[] }>;
  readonly listPrompts: () => Promise<{ prompts: { name: string }[] }>;
  readonly getPrompt: (
    name: string,
    args: Record<string, string>,
  ) => Promise<{ messages: { content: unknown }[] }>;
}

/** A tool's reply as both SDKs return it. */
export interface ToolReply {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: Record<string, unknown> | undefined;
  readonly content: { readonly type: string; readonly text?: string }[];
}

const INFO = { name: 'session-test', version: '1.0.0' };

export const CLIENTS = {
  'v1 SDK over stdio': async (
    vault: string,
    env: Readonly<Record<string, string>>,
    more: readonly string[] = [],
  ) => {
    const client = new ClientV1(INFO);
    await client.connect(new StdioV1({ ...serverCommand(vault, env, more), stderr: 'ignore' }), PATIENT);
    return wrap(client, 'v1 stdio');
  },
  'v2 SDK over stdio': async (
    vault: string,
    env: Readonly<Record<string, string>>,
    more: readonly string[] = [],
  ) => {
    const client = new ClientV2(INFO);
    await client.connect(new StdioV2({ ...serverCommand(vault, env, more), stderr: 'ignore' }), PATIENT);
    return wrap(client, 'v2 stdio');
  },
};

export const HTTP_CLIENTS = {
  'v1 SDK over HTTP': async (url: string, token: string) => {
    const transport = new HttpV1(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const client = new ClientV1(INFO);
    await client.connect(transport as never, PATIENT);
    return wrap(client, 'v1 http');
  },
  'v2 SDK over HTTP': async (url: string, token: string) => {
    const transport = new HttpV2(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const client = new ClientV2(INFO);
    await client.connect(transport, PATIENT);
    return wrap(client, 'v2 http');
  },
};

function wrap(client: ClientV1 | ClientV2, label: string): TestClient {
  const any = client as unknown as ClientV1;
  return {
    label,
    instructions: () => any.getInstructions(),
    listTools: () => any.listTools(undefined, PATIENT),
    callTool: (name, args = {}) => {
      const request = { name, arguments: args };
      const reply =
        client instanceof ClientV1
          ? client.callTool(request, undefined, PATIENT)
          : client.callTool(request, PATIENT);
      return reply as Promise<ToolReply>;
    },
    listResources: (cursor) => any.listResources(cursor === undefined ? {} : { cursor }),
    listResourceTemplates: () => any.listResourceTemplates(),
    readResource: (uri) =>
      any.readResource({ uri }) as Promise<{ contents: { uri: string; text?: string }[] }>,
    listPrompts: () => any.listPrompts(),
    getPrompt: (name, args) => any.getPrompt({ name, arguments: args }),
    [Symbol.asyncDispose]: () => any.close(),
  };
}
