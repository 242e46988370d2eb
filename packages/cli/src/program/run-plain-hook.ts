import type { CliIo } from '../cli-io.ts';
import type { ExitCode } from './exit-code.ts';

/** A hook, and the vault that it names. */
interface PlainHook {
  readonly event: string;
  readonly vault?: string;
}

/**
 * The hook of `memory hook EVENT` and `memory hook EVENT --vault FOLDER`; null for any other command line,
 * which the argument parser handles.
 */
export function readPlainHook(argv: readonly string[]): PlainHook | null {
  const [group, act, event = '', flag, vault = '', ...more] = argv;
  if (group !== 'memory' || act !== 'hook' || more.length > 0 || !/^[a-z][a-z-]*$/i.test(event)) return null;
  if (flag === undefined) return { event };
  return flag === '--vault' && vault !== '' && !vault.startsWith('-') ? { event, vault } : null;
}

/**
 * Runs a hook without the argument parser and the command table, which take as long to load as the memory
 * takes to answer. A coding agent starts a process for each message.
 */
export async function runPlainHook({ event, vault }: PlainHook, io: CliIo): Promise<ExitCode> {
  const { runMemoryHook } = await import('../commands/memory/run-memory-hook.ts');
  return runMemoryHook({ args: [event], options: vault === undefined ? {} : { vault }, io });
}
