import type { Memory } from '@memora/engine';
import { parseInput } from './parse-input.ts';
import { describeForLog, toToolError } from './to-tool-error.ts';
import type { ToolCall, ToolDefinition } from './tool-definition.ts';
import { type Toolset, toolsOf } from './tools.ts';

/** What the server is made of, without any protocol: {@link createFace}. */
export interface Face {
  readonly tools: readonly ToolDefinition[];
  /** The memory, opened on the first call. */
  readonly memory: () => Promise<Memory>;
  /** Runs a tool; failures are results too. Null where there is no such tool. */
  readonly callTool: (name: string, args: unknown, call: ToolCall) => Promise<ToolResult | null>;
  /** One line for the log, which is never the protocol's stream. */
  readonly log: (line: string) => void;
}

/** What a call came back with. */
export type ToolResult =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly error: ReturnType<typeof toToolError> };

/** What a face is made from. */
export interface FaceOptions {
  readonly memory: () => Promise<Memory>;
  readonly toolset: Toolset;
  readonly log: (line: string) => void;
}

/** The tools over a memory that is opened when it is first needed. */
export function createFace({ memory, toolset, log }: FaceOptions): Face {
  const tools = toolsOf(toolset);
  const toolByName = new Map<string, ToolDefinition>(tools.map((tool) => [tool.name, tool]));
  return {
    tools,
    memory,
    log,
    callTool: async (name, args, call) => {
      const tool = toolByName.get(name);
      if (tool === undefined) return null;
      try {
        const input = parseInput(tool.inputSchema, args);
        return { ok: true, output: await tool.run(await memory(), input, call) };
      } catch (error) {
        const told = toToolError(error);
        if (told.code === 'INTERNAL') log(`${tool.name} failed: ${describeForLog(error)}`);
        return { ok: false, error: told };
      }
    },
  };
}
