import { resolve } from 'node:path';
import {
  type AgentMemory,
  type HookEvent,
  openAgentMemory,
  readHookInput,
  renderHookResult,
  runHook,
  toHookEvent,
} from '@memora/agent-memory';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { openFileChunks } from '../../input/read-file-chunks.ts';
import { readHookText } from '../../input/read-hook-text.ts';
import { usageError } from '../../input/read-option.ts';
import { openCliMemory } from '../../open-cli-memory.ts';
import { toTerminalText } from '../../output/to-terminal-text.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliBridges } from '../bridge/open-cli-bridges.ts';

/** Milliseconds for reading changed notes again after a transcript was recorded. */
const REFRESH_MS = 1_000;
/** The milliseconds that bridges may take. Unfinished work stays pending. */
const BRIDGE_MS = 5_000;

/** The context of a hook. It writes to the streams directly, because its output is for the host. */
type HookContext = Pick<CommandContext, 'args' | 'options' | 'io'>;

/** Handles an event of a coding agent. Any failure is one line on stderr and exit code 0, because another code would stop the person's work. */
export async function runMemoryHook(context: HookContext): Promise<ExitCode> {
  const { io } = context;
  try {
    await serveHook(context);
  } catch (error) {
    io.stderr.write(`memora hook: ${toTerminalText(toOneLine(error))}\n`);
  }
  return EXIT.done;
}

async function serveHook({ args, options, io }: HookContext): Promise<void> {
  const event = toHookEvent(args[0] ?? '');
  if (event === null)
    throw usageError(
      'the memory has no hook for this event',
      'See docs/coding-agents.md for the supported events',
    );
  const input = readHookInput(await readHookText(io));
  const cwd = input.folder === null ? io.cwd : resolve(io.cwd, input.folder);
  await using memory = await openCliMemory({ options: { ...options, quiet: true }, io: quietIo(io, cwd) });
  await using agent = await openAgentMemory({ memory, agent: CLIENT, env: io.env });
  const result = await runHook(event, input, agent, {
    client: CLIENT,
    folder: cwd,
    openTranscript: (path) => openFileChunks(resolve(cwd, path), { waits: false }).chunks(),
  });
  const answer = renderHookResult(event, input, result);
  if (answer !== '') io.stdout.write(`${answer}\n`);
  const problems = [...result.problems];
  if (event === 'prompt' && (await memory.revision()) === null) problems.push('NOT_INDEXED');
  if (event === 'before-compaction' || event === 'session-end')
    await memory.refresh({ budgetMs: REFRESH_MS, signal: io.signal });
  problems.push(...(await serveBridges(event, memory, agent, io)));
  if (problems.length > 0) io.stderr.write(`memora hook: ${problems.join(', ')}\n`);
}

/** Imports new memories of other systems when a session starts, and writes pending changes there at its end. Without bridges nothing is loaded. */
async function serveBridges(
  event: HookEvent,
  memory: Memory,
  agent: AgentMemory,
  io: CommandContext['io'],
): Promise<readonly string[]> {
  if (event !== 'session-start' && event !== 'session-end') return [];
  await using bridges = await openCliBridges(memory, () => agent, io);
  if (bridges === null) return [];
  const signal = AbortSignal.timeout(BRIDGE_MS);
  const done = await (event === 'session-start' ? bridges.pull(signal) : bridges.push(signal));
  return done.flatMap(({ name, problem }) => (problem === null ? [] : [`${name} ${problem.code}`]));
}

/** Nobody can be asked, because the stream belongs to the host. */
function quietIo(io: CommandContext['io'], cwd: string): CommandContext['io'] {
  return {
    get stdin() {
      return io.stdin;
    },
    stdout: io.stdout,
    stderr: { write: () => true },
    env: io.env,
    cwd,
    signal: io.signal,
  };
}

const CLIENT = 'coding-agent';

function toOneLine(error: unknown): string {
  if (!MemoraError.isInstance(error)) return (error as NodeJS.ErrnoException | null)?.code ?? 'it failed';
  const { message, hint } = error;
  return `${message}${hint === undefined ? '' : `: ${hint}`}`.replace(/\s+/gu, ' ');
}
