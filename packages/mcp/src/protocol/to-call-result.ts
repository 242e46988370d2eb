import { dropTreacherous } from '@memora/language/text';
import type { ToolResult } from './tool-service.ts';

/**
 * A tool's result as the protocol carries it: structured, and the same JSON as text for clients that read only that. Characters that
 * show nothing and are read by a model all the same are left out of every text.
 */
export function toCallResult(result: ToolResult) {
  if (result.ok) {
    const output = withoutTreacherous(result.output) as Record<string, unknown>;
    return { content: [{ type: 'text' as const, text: JSON.stringify(output) }], structuredContent: output };
  }
  const error = withoutTreacherous(result.error);
  return { content: [{ type: 'text' as const, text: JSON.stringify({ error }) }], isError: true };
}

function withoutTreacherous(value: unknown): unknown {
  if (typeof value === 'string') return dropTreacherous(value);
  if (Array.isArray(value)) return value.map(withoutTreacherous);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [dropTreacherous(name), withoutTreacherous(each)]),
  );
}
