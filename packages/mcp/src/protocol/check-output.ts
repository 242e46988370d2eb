import type { ToolDefinition } from './tool-definition.ts';
import { zodOf } from './zod-of.ts';

/**
 * Throws if a tool's result has a field that its schema does not declare, or lacks a declared one. Undeclared
 * data never leaves the server: a field that was added in only one place is noticed in its first call. The
 * error names fields, never values.
 */
export function checkOutput(tool: ToolDefinition, output: Record<string, unknown>): void {
  const parsed = zodOf(tool.output()).safeParse(output);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const at = issue?.path.filter((part) => typeof part === 'string').join('.') ?? '';
  const what =
    issue?.code === 'unrecognized_keys' ? `undeclared ${issue.keys.join(', ')}` : (issue?.code ?? '');
  throw new Error(`the result of ${tool.name} is not what its schema says: ${at} ${what}`);
}
