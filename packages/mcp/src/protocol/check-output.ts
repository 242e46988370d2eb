import type { ToolDefinition } from './tool-definition.ts';
import { zodOf } from './zod-of.ts';

/**
 * Throws where the result of a tool holds a field that its schema does not declare, or lacks one. What is not declared leaves no server: a
 * field that was added in one place alone is seen at its first call. The error names fields, never values.
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
