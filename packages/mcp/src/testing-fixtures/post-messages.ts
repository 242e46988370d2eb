/** A server's reply to one message. */
export interface PostedReply {
  readonly status: number;
  /** The reply; null if the status is not a success. */
  readonly message: { readonly result?: unknown } | null;
}

export interface ToolCallResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

/** One session of MCP over HTTP, as a 2025 client has it. Rejects if the connection breaks. */
interface PostedSession {
  /** True once the server has assigned a session id. */
  readonly isOpen: () => boolean;
  readonly initialize: (name: string) => Promise<PostedReply>;
  readonly callTool: (name: string, args: object) => Promise<PostedReply>;
}

interface PostOptions {
  /** Milliseconds that an answer may take; unlimited by default. */
  readonly longest?: number;
}

export function postMessages(url: string, token: string, { longest }: PostOptions = {}): PostedSession {
  let session: string | undefined;
  let id = 0;
  const post = async (method: string, params: object): Promise<PostedReply> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      ...(longest === undefined ? {} : { signal: AbortSignal.timeout(longest) }),
    });
    const text = await response.text();
    const { status } = response;
    if (!response.ok) return { status, message: null };
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const line = text.split('\n').find((each) => each.startsWith('data: {')) ?? `data: ${text}`;
    return { status, message: JSON.parse(line.slice('data: '.length)) as { result?: unknown } };
  };
  return {
    isOpen: () => session !== undefined,
    initialize: (name) =>
      post('initialize', {
        ...{ protocolVersion: '2025-11-25', capabilities: {} },
        clientInfo: { name, version: '1' },
      }),
    callTool: (name, args) => post('tools/call', { name, arguments: args }),
  };
}

/** The error code of a tool. */
export function codeOf({ content }: ToolCallResult): string {
  return (JSON.parse(content[0]?.text ?? '{}') as { error: { code: string } }).error.code;
}
