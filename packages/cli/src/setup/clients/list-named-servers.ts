import type { NamedServer } from '@memora/bridge';
import { readConfigFile } from '../config-file.ts';
import { parseObject } from '../edit/json-entry.ts';
import { parseTable } from '../edit/toml-entry.ts';
import { CLIENTS, SERVER_NAME } from './client-table.ts';
import type { UserFolders } from './user-folders.ts';

/** A server in the settings of an agent. */
export interface ListedServer extends NamedServer {
  /** The agents that name it. */
  readonly clients: readonly string[];
}

/** The servers of agents, by content: a server that two agents name is one. */
interface ListedServers {
  readonly servers: readonly ListedServer[];
  /**
   * The number of servers that can't be used directly: they need a header, or a value that the agent fills
   * in.
   */
  readonly others: number;
}

const MOST = 64;

/**
 * Reads which servers the settings of this user's agents start, without Memora's own. Nothing is started. A
 * file that can't be read contributes none.
 */
export function listNamedServers(folders: UserFolders): ListedServers {
  const found = new Map<string, ListedServer>();
  let others = 0;
  for (const client of CLIENTS) {
    for (const [name, entry] of readServers(client.config(folders), client.syntax, client.servers)) {
      if (name === SERVER_NAME || isOff(entry)) continue;
      const server = toServer(name, entry);
      if (server === null) {
        others++;
        continue;
      }
      const key = keyOfServer(server);
      const known = found.get(key);
      found.set(key, { ...(known ?? server), clients: [...(known?.clients ?? []), client.title] });
    }
  }
  return { servers: [...found.values()].slice(0, MOST), others };
}

/** The identity of a server, whatever its name. */
export function keyOfServer({ command, url, env }: NamedServer): string {
  return JSON.stringify([command, url, Object.entries(env).sort()]);
}

function readServers(path: string, syntax: 'json' | 'toml', servers: string): [string, unknown][] {
  try {
    const { bytes } = readConfigFile(path);
    if (bytes === null) return [];
    const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
    const value = (syntax === 'json' ? parseObject(text) : parseTable(text))[servers];
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

function isOff(entry: unknown): boolean {
  const { disabled, enabled } = (entry ?? {}) as { disabled?: unknown; enabled?: unknown };
  return disabled === true || enabled === false;
}

/** Null for a server that is neither a program with arguments nor just an address. */
function toServer(name: string, entry: unknown): Omit<ListedServer, 'clients'> | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { command, args = [], env = {}, url, headers } = entry as Readonly<Record<string, unknown>>;
  const isText = (value: unknown): value is string => typeof value === 'string' && !/\$\{/u.test(value);
  if (typeof env !== 'object' || env === null || !Object.values(env).every(isText)) return null;
  if (isText(command) && command !== '' && Array.isArray(args) && args.every(isText))
    return { name, command: [command, ...args], url: null, env: env as Record<string, string> };
  const wantsMore = typeof headers === 'object' && headers !== null && Object.keys(headers).length > 0;
  if (!isText(url) || wantsMore || !/^https?:\/\//u.test(url)) return null;
  return { name, command: [], url, env: {} };
}
