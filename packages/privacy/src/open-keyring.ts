import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fingerprint, MemoraError } from '@memora/core';
import { configFolder } from './config-folder.ts';
import { createSecretCodec } from './create-secret-codec.ts';
import type { SecretCodec } from './secret-codec.ts';

/** The codec of one vault; disposing it wipes the key from memory. */
export interface Keyring extends SecretCodec, AsyncDisposable {
  /** 32 bytes to encrypt the whole database with, where the settings want that. */
  readonly databaseKey: Uint8Array;
  /** Where the key file is. */
  readonly path: string;
  /** True where there was no readable key: secret claims stored before, if any, need a re-index. */
  readonly created: boolean;
}

const KEY_BYTES = 32;

/**
 * Opens the key of a vault, and makes one where there is none or the file is damaged (the damaged file is kept beside it,
 * named `.damaged`). The file is `keys/<hash of the vault's real path>.key` in the user's config folder, mode 0600.
 * Two processes that open a new vault at once get the same key. Throws `KEY_INSIDE_VAULT` where the config folder is
 * inside the vault, because the key must not be synced or backed up with what it protects.
 */
export async function openKeyring(options: {
  readonly vaultRoot: string;
  readonly configDir?: string;
}): Promise<Keyring> {
  const vaultRoot = await realpath(options.vaultRoot);
  const folder = join(resolve(options.configDir ?? configFolder()), 'keys');
  // Looked at before anything is made: not even a folder is left in the vault.
  assertOutside(await realpathOfNearest(folder), vaultRoot);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  assertOutside(await realpath(folder), vaultRoot);
  await chmod(folder, 0o700);
  const path = join(folder, `${vaultName(vaultRoot)}.key`);
  const existing = await readKey(path);
  const key = existing ?? (await createKey(path));
  return {
    ...createSecretCodec(key),
    databaseKey: new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), 'memora:database:v1', KEY_BYTES)),
    path,
    created: existing === null,
    [Symbol.asyncDispose]: async () => {
      key.fill(0);
    },
  };
}

/** Hashed, so that the config folder does not tell where the vaults are. */
function vaultName(vaultRoot: string): string {
  return fingerprint(new TextEncoder().encode(vaultRoot)).slice(0, 32);
}

/** The real path of the nearest folder above that exists, with the rest behind it. */
async function realpathOfNearest(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) return path;
    return join(await realpathOfNearest(above), basename(path));
  }
}

function assertOutside(folder: string, vaultRoot: string): void {
  const inside = relative(vaultRoot, folder);
  if (inside === '..' || inside.startsWith(`..${sep}`) || /^[A-Za-z]:/.test(inside)) return;
  throw new MemoraError('the key folder is inside the vault', {
    code: 'KEY_INSIDE_VAULT',
    hint: 'Set MEMORA_CONFIG_DIR to a folder outside the vault.',
  });
}

async function readKey(path: string): Promise<Uint8Array | null> {
  let key: Uint8Array;
  try {
    key = new Uint8Array(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new MemoraError(`the key file can not be read: ${path}`, {
      code: 'KEY_UNREADABLE',
      hint: 'Make the file readable for you, or remove it to start with a new key.',
      cause: error,
    });
  }
  if (key.length !== KEY_BYTES) {
    await rename(path, `${path}.damaged`);
    return null;
  }
  await chmod(path, 0o600);
  return key;
}

/** Writes the key beside its place and links it in, which fails where another process was first; then theirs counts. */
async function createKey(path: string): Promise<Uint8Array> {
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const theirs = await readKey(path);
    if (theirs === null) throw error;
    return theirs;
  } finally {
    await rm(draft, { force: true });
  }
}
