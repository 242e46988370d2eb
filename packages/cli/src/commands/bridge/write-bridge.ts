import { join } from 'node:path';
import type { MemoryServerKind, NamedServer } from '@memora/bridge';
import { MemoraError } from '@memora/core';
import { configFolder } from '@memora/privacy/files';
import type { CliIo } from '../../cli-io.ts';
import { changeConfigFile, readConfigFile } from '../../setup/config-file.ts';
import { putInto } from '../../setup/edit/edit-target.ts';

const SECTION = 'bridge';
const LONGEST_NAME = 32;

/**
 * Writes `[bridge.<name>]` into the user's own config.toml and returns the name; every other line stays. Throws `CONFIG_INVALID` if the file can't be changed
 * safely.
 */
export async function writeBridge(
  server: NamedServer,
  kind: MemoryServerKind,
  taken: readonly string[],
  env: CliIo['env'],
): Promise<string> {
  const name = freeName(server.name, taken);
  const file = readConfigFile(join(configFolder(env), 'config.toml'));
  const variables = Object.entries(server.env).map(([key, value]) => `${key}=${value}`);
  const table = {
    ...(server.url === null ? { command: [...server.command] } : { url: server.url }),
    ...(variables.length === 0 ? {} : { env: variables }),
    provider: kind,
  };
  await changeConfigFile(file, withTable(file.bytes, name, table));
  return name;
}

function withTable(bytes: Buffer | null, name: string, table: object): Buffer {
  try {
    return putInto(bytes, { kind: 'toml', path: [SECTION, name] }, table);
  } catch (cause) {
    throw new MemoraError('your config.toml is written in a way that can’t be changed safely', {
      code: 'CONFIG_INVALID',
      hint: `Write a table [${SECTION}.${name}] in it by hand.`,
      cause,
    });
  }
}

/** The agents' name for it, in the form of a bridge name. */
function freeName(named: string, taken: readonly string[]): string {
  const plain = named
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/gu, '-')
    .replace(/^[^a-z]+|-+$/gu, '')
    .slice(0, LONGEST_NAME - 3);
  const base = plain === '' ? 'memory' : plain;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
