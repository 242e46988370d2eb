import type { FileCommand, FileCommandOf } from '../files/file-command.ts';
import type { Session } from '../session/session.ts';

/** The handlers for `betaMemoryTool` of the Anthropic SDK. */
export type MemoryHandlers = {
  readonly [Name in FileCommand['command']]: (
    command: Omit<FileCommandOf<Name>, 'command'>,
  ) => Promise<string>;
};

/**
 * The six commands over the session's memory, for `betaMemoryTool` of `@anthropic-ai/sdk`. A command that can't be carried out throws the documented message of
 * the protocol, which the SDK's tool runner passes to the model.
 *
 * @example
 * const tools = [betaMemoryTool(memoryHandlers(session))];
 */
export function memoryHandlers(session: Pick<Session, 'file'>): MemoryHandlers {
  const handle = (name: FileCommand['command']) => (command: object) =>
    session.file({ ...command, command: name });
  return {
    view: handle('view'),
    create: handle('create'),
    str_replace: handle('str_replace'),
    insert: handle('insert'),
    delete: handle('delete'),
    rename: handle('rename'),
  };
}
