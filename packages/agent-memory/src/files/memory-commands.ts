import type { Session } from '../session/session.ts';

/**
 * Carries out the commands of `memory_20250818`, for `anthropic.tools.memory_20250818({ execute })` of the AI SDK. Returns the documented answer of the
 * protocol, and throws a `MemoraError` whose message is the documented error.
 *
 * @example
 * const tools = { memory: anthropic.tools.memory_20250818({ execute: memoryCommands(session) }) };
 */
export function memoryCommands(session: Pick<Session, 'file'>): (command: unknown) => Promise<string> {
  return (command) => session.file(command);
}
