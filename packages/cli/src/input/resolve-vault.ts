import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CommandContext } from '../program/command-spec.ts';
import { readText, usageError } from './read-option.ts';

/** The folder that a command works on, and the option or variable that selected it. */
interface ChosenVault {
  readonly path: string;
  readonly source: '--vault' | 'MEMORA_VAULT' | 'nearest .memora';
}

/**
 * The vault of a command line: the folder or the name given by `--vault`, else by `MEMORA_VAULT`, else the
 * nearest folder upward that holds `.memora`. Throws `USAGE` if none of them names one: a command must not
 * index the shell's current folder by accident.
 */
export async function resolveVault({
  options,
  io,
}: Pick<CommandContext, 'options' | 'io'>): Promise<ChosenVault> {
  const flag = readText(options, 'vault');
  // An unset variable in a script must not select the vault of the current folder.
  if (flag?.trim() === '') throw usageError('--vault is empty', 'Pass the folder of the notes.');
  if (flag !== undefined) return { path: await toVault(flag, io), source: '--vault' };
  const variable = io.env['MEMORA_VAULT'];
  if (variable) return { path: await toVault(variable, io), source: 'MEMORA_VAULT' };
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.memora'))) return { path: folder, source: 'nearest .memora' };
    if (folder === dirname(folder)) break;
  }
  throw usageError(
    'no vault is given, and no folder from here upward contains .memora',
    'Pass --vault FOLDER, set MEMORA_VAULT, or run `memora init` in the folder of your notes.',
  );
}

/** The folder at this path; if there is none, the vault with this name. */
async function toVault(text: string, io: CommandContext['io']): Promise<string> {
  const path = toPath(text, io.cwd);
  if (existsSync(path) || /[/\\~]/u.test(text)) return path;
  const { readVaultNames } = await import('./vault-names.ts');
  return readVaultNames(io.env).get(text) ?? path;
}

/** An absolute path. `~` is expanded here, because some shells do not expand it inside `--vault=~/x`. */
export function toPath(text: string, cwd: string): string {
  return resolve(cwd, text.replace(/^~(?=$|[/\\])/, homedir()));
}
