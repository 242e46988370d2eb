import { basename } from 'node:path';
import { type AgentClient, SERVER_NAME } from './clients/client-table.ts';
import { readEntries } from './edit/edit-target.ts';

const MOST = 99;

/**
 * The name under which a client lists the server of a vault: its existing name there, or `memora`, or a name made from the folder's. A server of another vault
 * keeps its name, whoever wrote it.
 */
export function serverName(
  bytes: Buffer | null,
  { syntax, servers }: AgentClient,
  vault: string | null,
): string {
  if (vault === null) return SERVER_NAME;
  const entries = Object.entries(readEntries(bytes, syntax, servers));
  const own = entries.find(([name, entry]) => name.startsWith(SERVER_NAME) && vaultOf(entry) === vault);
  if (own !== undefined) return own[0];
  const taken = new Set(entries.map(([name]) => name));
  const named = `${SERVER_NAME}-${slugOf(basename(vault))}`;
  const names = [SERVER_NAME, named, ...Array.from({ length: MOST }, (_, i) => `${named}-${i + 2}`)];
  return names.find((name) => !taken.has(name)) ?? named;
}

/** The vault that a server is started on. Null if its arguments name none. */
export function vaultOf(entry: unknown): string | null {
  const args = (entry as { readonly args?: unknown } | null)?.args;
  if (!Array.isArray(args)) return null;
  const value: unknown = args[args.indexOf('--vault') + 1];
  return args.includes('--vault') && typeof value === 'string' ? value : null;
}

/** Letters and digits that any client accepts in a name. */
function slugOf(name: string): string {
  const plain = [...name.toLowerCase()].map((sign) =>
    (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9') ? sign : ' ',
  );
  const words = plain
    .join('')
    .split(' ')
    .filter((word) => word !== '');
  return words.length === 0 ? 'vault' : words.join('-');
}
