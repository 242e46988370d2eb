import { dropTreacherous } from '@memora/language/text';
import type { ToolResult } from './tool-service.ts';

/**
 * A tool's result in the protocol's form: structured, and the same JSON as text for clients that read only that. Characters that are invisible but read by a
 * model are removed from every text. With `isText`, the output's `text` is the answer.
 */
export function toCallResult(result: ToolResult, isText = false) {
  if (result.ok) {
    const output = withoutTreacherous(result.output) as Record<string, unknown>;
    const text = isText ? String(output['text']) : JSON.stringify(output);
    return { content: [{ type: 'text' as const, text }], structuredContent: output };
  }
  const error = withoutTreacherous(result.error) as typeof result.error;
  const text = isText ? `Error: ${error.message}` : JSON.stringify({ error });
  return { content: [{ type: 'text' as const, text }], isError: true };
}

function withoutTreacherous(value: unknown): unknown {
  if (typeof value === 'string') return dropTreacherous(value);
  if (Array.isArray(value)) return value.map(withoutTreacherous);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [dropTreacherous(name), withoutTreacherous(each)]),
  );
}
