import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openVault, type Vault, type VaultConfig } from '../open-vault.ts';

export interface TestVault extends AsyncDisposable {
  readonly vault: Vault;
  readonly root: string;
}

/** A real vault in a temporary folder, removed at the end of the block. */
export async function setupVault(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  config: VaultConfig = {},
): Promise<TestVault> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-vault-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const vault = await openVault(folder, { config });
  return {
    vault,
    root: vault.root,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
