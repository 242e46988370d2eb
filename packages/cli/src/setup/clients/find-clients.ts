import { existsSync } from 'node:fs';
import { usageError } from '../../input/read-option.ts';
import { type AgentClient, CLIENTS } from './client-table.ts';
import type { UserFolders } from './user-folders.ts';

/**
 * The clients that `--client` names, whether or not they are installed; without it, those found on this
 * machine.
 */
export function findClients(names: string | undefined, folders: UserFolders): readonly AgentClient[] {
  if (names === undefined)
    return CLIENTS.filter((client) => client.traces(folders).some((path) => existsSync(path)));
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !CLIENTS.some(({ id }) => id === name));
  if (unknown !== undefined)
    throw usageError(
      `no client is called ${JSON.stringify(unknown)}`,
      `Name some of ${CLIENTS.map(({ id }) => id).join(', ')}, separated by commas.`,
    );
  return CLIENTS.filter(({ id }) => wanted.includes(id));
}
