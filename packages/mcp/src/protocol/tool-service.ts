import type { Memory } from '@memora/engine';
import type { CallEntry } from '@memora/privacy';
import type * as z from 'zod';
import { toolsOf } from '../tools.ts';
import type { ToolNames, Toolset } from '../toolset.ts';
import { checkOutput } from './check-output.ts';
import { limitResult } from './limit-result.ts';
import { parseInput } from './parse-input.ts';
import { toCallEntry } from './to-call-entry.ts';
import { describeForLog, toToolError } from './to-tool-error.ts';
import type { ToolCall, ToolDefinition, ToolInput } from './tool-definition.ts';
import { zodOf } from './zod-of.ts';

/** The parts of the server that are independent of a protocol: {@link createToolService}. */
export interface ToolService {
  readonly tools: readonly ToolDefinition[];
  /** The memory, opened on the first call. */
  readonly memory: () => Promise<Memory>;
  /** Runs a tool; failures are results too. Null if there is no such tool. */
  readonly callTool: (name: string, args: unknown, call: ToolCall) => Promise<ToolResult | null>;
  /** Runs a resource read in the caller's turn, and logs it. If it is absent, reads run at once. */
  readonly inTurn?: <Result>(act: ResourceAct, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves once no call is running. */
  readonly settled: () => Promise<void>;
  /** Writes one line to the log, which is never the protocol's stream. */
  readonly log: (line: string) => void;
}

/** Reads that are not tool calls. */
type ResourceAct = 'resources/list' | 'resources/read';

/** The result of a call. */
export type ToolResult =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly error: ReturnType<typeof toToolError> };

/** Options of {@link createToolService}. */
export interface ToolServiceOptions {
  readonly memory: () => Promise<Memory>;
  readonly toolset: Toolset;
  /** `memora` by default. */
  readonly names?: ToolNames;
  readonly log: (line: string) => void;
  /** The tools; those of the toolset by default. */
  readonly tools?: readonly ToolDefinition[];
  /** True if another process keeps the index up to date: calls do not check for changes. */
  readonly isKept?: boolean;
  /** Called with the log entry of each call that reached the memory; nothing by default. */
  readonly record?: (memory: Memory, entry: CallEntry) => void;
}

/** Maximum number of concurrent calls in one process. A further call is refused, so that no queue grows without limit. */
export const MOST_CALLS = 64;
/** The most UTF-16 units of a result as JSON: clients that get more read none of it. */
export const LONGEST_RESULT = 2_000_000;

/** The tools over a memory that is opened on first use. */
export function createToolService(options: ToolServiceOptions): ToolService {
  const { memory, toolset, log, names, tools = toolsOf(toolset, names), isKept = false, record } = options;
  const toolByName = new Map<string, ToolDefinition>(tools.map((tool) => [tool.name, tool]));
  const underWay = new Set<Promise<unknown>>();
  return {
    tools,
    memory,
    log,
    settled: async () => {
      await Promise.allSettled([...underWay]);
    },
    callTool: async (name, args, call) => {
      const tool = toolByName.get(name);
      if (tool === undefined) return null;
      if (underWay.size >= MOST_CALLS) return { ok: false, error: TOO_MANY_CALLS };
      const ended = Promise.withResolvers<void>();
      underWay.add(ended.promise);
      let opened: Memory | null = null;
      const keep = (result: ToolResult): ToolResult => {
        // If the log fails, the call does not fail.
        try {
          if (opened !== null) record?.(opened, toCallEntry(tool.name, call.client?.name() ?? null, result));
        } catch (error) {
          log(`a call was not recorded: ${describeForLog(error)}`);
        }
        return result;
      };
      try {
        const { cursor, ...input } = parseInput(acceptedBy(tool), args);
        opened = await memory();
        const whole = await (isKept
          ? runChecked(tool, opened, input, call)
          : runOnNotesAsTheyAre(tool, opened, input, call));
        // A result that takes long to measure is refused before it is paged.
        if (isTooLong(whole)) return keep({ ok: false, error: RESULT_TOO_LARGE });
        return keep({ ok: true, output: limitResult(whole, tool.paged, cursor as string | undefined) });
      } catch (error) {
        const told = toToolError(error);
        if (told.code === 'INTERNAL') log(`${tool.name} failed: ${describeForLog(error)}`);
        return keep({ ok: false, error: told });
      } finally {
        underWay.delete(ended.promise);
        ended.resolve();
      }
    },
  };
}

function acceptedBy({ input, former }: ToolDefinition): z.ZodObject {
  const schema = zodOf(input());
  return former === undefined ? schema : schema.extend(former() as z.ZodRawShape);
}

async function runChecked(
  tool: ToolDefinition,
  memory: Memory,
  input: ToolInput,
  call: ToolCall,
): Promise<Record<string, unknown>> {
  const output = await tool.run(memory, input, call);
  checkOutput(tool, output);
  return output;
}

/** Maximum number of outdated notes that are named. */
const MOST_BEHIND = 50;
/** Fewer notes than this are indexed before a client could show progress. */
const WORTH_TELLING = 50;

/** Runs a tool once the changes are indexed, or once the time for that is over; the outdated notes are then named. */
async function runOnNotesAsTheyAre(
  tool: ToolDefinition,
  memory: Memory,
  input: ToolInput,
  call: ToolCall,
): Promise<Record<string, unknown>> {
  if (tool.indexes === true) return runChecked(tool, memory, input, call);
  const { signal } = call;
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) => {
    // Progress may only rise within one call, so a few notes must not use up the tool's own range.
    if (total >= WORTH_TELLING) call.progress(done, total, 'indexing');
  };
  const { behind } = await memory.refresh({ first: true, signal, onProgress });
  const output = await runChecked(tool, memory, input, call);
  if (behind.length === 0 || 'behind' in output || 'notices' in output) return output;
  const shown = behind.slice(0, MOST_BEHIND);
  const nameOf = await memory.nameNotes(shown);
  return { ...output, behind: shown.map(nameOf).sort() };
}

const TOO_MANY_CALLS = {
  code: 'TOO_MANY_CALLS',
  message: `${MOST_CALLS} calls are under way`,
  hint: 'Call again when one of them has ended.',
};
const RESULT_TOO_LARGE = {
  code: 'RESULT_TOO_LARGE',
  message: `the result is longer than ${LONGEST_RESULT} characters`,
  hint: 'Ask for less: a smaller k, one region, or claims in place of a whole note.',
};

function isTooLong(output: Record<string, unknown>): boolean {
  return JSON.stringify(output).length > LONGEST_RESULT;
}
