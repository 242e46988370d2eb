import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { isVaultName, keepVaultNames, readVaultNames } from '../input/vault-names.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { loadOwnConfig } from './load-own-config.ts';

/** Lists the vaults that have a name, for `--vault NAME`. */
export async function listVaults(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  await loadOwnConfig(context);
  const vaults = [...readVaultNames(io.env)].map(([name, folder]) => ({
    name,
    folder,
    state: stateOf(folder),
  }));
  output.payload({ vaults });
  for (const { name, folder, state } of vaults) {
    const said = state === 'ready' ? '' : output.style('yellow', `  (${state})`);
    output.line(`${output.style('bold', name)}  ${toOneLine(folder)}${said}`);
  }
  if (vaults.length === 0) output.note('No vault has a name. Give one: memora vaults add NAME FOLDER');
  return EXIT.done;
}

/** Names a folder. A name that another folder already has is refused, because its users rely on it. */
export async function addVault(context: CommandContext): Promise<ExitCode> {
  const { args, io, output } = context;
  await loadOwnConfig(context);
  const [name = '', given = ''] = args;
  if (!isVaultName(name))
    throw usageError(
      `${JSON.stringify(name)} can't be the name of a vault`,
      'Use letters, digits, - and _, 40 at most.',
    );
  const folder = toPath(given, io.cwd);
  if (!isFolder(folder)) throw usageError(`there is no folder ${JSON.stringify(folder)}`);
  const names = new Map(readVaultNames(io.env));
  const other = names.get(name);
  if (other !== undefined && other !== folder)
    throw usageError(
      `${name} is the name of ${other}`,
      `Choose another, or first run: memora vaults remove ${name}`,
    );
  await keepVaultNames(names.set(name, folder), io.env);
  output.payload({ name, folder });
  output.note(`From now on: memora "QUESTION" --vault ${name}`);
  return EXIT.done;
}

/** Removes a name. The folder and Memora's files in it stay. */
export async function removeVault(context: CommandContext): Promise<ExitCode> {
  const { args, io, output } = context;
  await loadOwnConfig(context);
  const [name = ''] = args;
  const names = new Map(readVaultNames(io.env));
  const folder = names.get(name);
  if (folder === undefined)
    throw usageError(
      `no vault is called ${JSON.stringify(name)}`,
      '`memora vaults` lists those that have a name.',
    );
  names.delete(name);
  await keepVaultNames(names, io.env);
  output.payload({ name, folder });
  output.note(`${folder} no longer has a name. Nothing in it was changed.`);
  return EXIT.done;
}

function stateOf(folder: string): 'ready' | 'not indexed' | 'gone' {
  if (!isFolder(folder)) return 'gone';
  return existsSync(join(folder, '.memora')) ? 'ready' : 'not indexed';
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
