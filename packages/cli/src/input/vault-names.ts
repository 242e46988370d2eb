import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { configFolder, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';
import type { CliIo } from '../cli-io.ts';

/** Names that the user has given to vaults, with their folders. */
type VaultNames = ReadonlyMap<string, string>;

const LONGEST = 1024 * 1024;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u;

/** True for a valid name of a vault: letters, digits, `-` and `_`, at most 40. */
export function isVaultName(text: string): boolean {
  return NAME.test(text);
}

/** The names in the user's own config folder. Throws `CONFIG_INVALID` if the file is not one of Memora. */
export function readVaultNames(env: CliIo['env']): VaultNames {
  const text = readPlainText(placeOf(env), LONGEST);
  if (text === null) return new Map();
  let names: unknown;
  try {
    names = JSON.parse(text);
  } catch {
    names = null;
  }
  const entries = typeof names === 'object' && names !== null ? Object.entries(names) : null;
  if (entries?.every(([name, folder]) => isVaultName(name) && typeof folder === 'string') === true)
    return new Map(entries);
  throw new MemoraError('the list of vault names can’t be read', {
    code: 'CONFIG_INVALID',
    hint: `Repair ${fileOf(env)}, or remove it and name the vaults again: memora vaults add NAME FOLDER.`,
  });
}

/** Stores the names, readable only by the user. */
export async function keepVaultNames(names: VaultNames, env: CliIo['env']): Promise<void> {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
  await writeWholeFile(placeOf(env), text, { mode: 0o600 });
}

function fileOf(env: CliIo['env']): string {
  return join(configFolder(env), 'vault-names.json');
}

function placeOf(env: CliIo['env']) {
  return placeAt(fileOf(env));
}
