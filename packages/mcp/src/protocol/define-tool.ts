import type { Memory } from '@memora/engine';
import type * as z from 'zod';
import type { ToolCall, ToolDefinition, ToolInput } from './tool-definition.ts';

/** A read-only value, as code with shared results returns it. */
export type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Given<Value[Name]> }
    : Value;

/** A tool whose input and result have the types of its schemas. */
interface TypedTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<ToolDefinition, 'input' | 'output' | 'run'> {
  readonly input: () => Input;
  readonly output: () => Output;
  readonly run: (memory: Memory, input: z.output<Input>, call: ToolCall) => Promise<Given<z.input<Output>>>;
}

/** Defines an operation. The compiler checks `run` against the schemas, and the service checks both at run time. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: TypedTool<Input, Output>,
): ToolDefinition {
  const { run } = tool;
  return {
    ...tool,
    // The service passes only what `input` has parsed.
    run: (memory, input: ToolInput, call) =>
      run(memory, input as z.output<Input>, call) as Promise<Record<string, unknown>>,
  };
}
