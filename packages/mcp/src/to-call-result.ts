import type { ToolResult } from './face.ts';

/** A tool's result as the protocol carries it: structured, and the same JSON as text for clients that read only that. */
export function toCallResult(result: ToolResult) {
  if (result.ok) {
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(result.output) }],
      structuredContent: result.output,
    };
  }
  return {
    content: [{ type: 'text' as const, text: JSON.stringify({ error: result.error }) }],
    isError: true,
  };
}
