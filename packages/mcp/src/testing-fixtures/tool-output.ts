import type { ToolReply } from './connect-client.ts';

/** The result of a tool; its error under `error`. */
export function outputOf(reply: ToolReply): Record<string, unknown> {
  if (reply.isError === true) return { error: JSON.parse(reply.content[0]?.text ?? '{}').error };
  return reply.structuredContent ?? {};
}

/** The code of a tool's error; undefined if it succeeded. */
export function codeOf(reply: ToolReply): string | undefined {
  return (outputOf(reply)['error'] as { readonly code?: string } | undefined)?.code;
}
