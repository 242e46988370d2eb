import { hkdfSync } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { setMode } from '../files/change-file.ts';
import { makeFolder } from '../files/folders/make-folder.ts';
import { placeAt } from '../files/folders/place.ts';
import { PrivacyError } from '../privacy-error.ts';
import { configFolder } from './config-folder.ts';
import { createSecretCodec } from './create-secret-codec.ts';
import { openKeyFile } from './open-key-file.ts';
import type { SecretCodec } from './secret-codec.ts';
import { vaultName } from './vault-name.ts';

/** The codec of one vault; disposing it wipes the key from memory. */
export interface Keyring extends SecretCodec, AsyncDisposable {
  /** 32 bytes for encrypting the whole database, if the settings require that. */
  readonly databaseKey: Uint8Array;
  /** The path of the key file. */
  readonly path: string;
  /** True if there was no readable key: earlier secret claims, if any, need a re-index. */
  readonly created: boolean;
}

const DATABASE_KEY_BYTES = 32;

/**
 * Opens the key of a vault and the user's single key for ledgers, and creates one if there is none or the file is damaged (the damaged file is kept in the same
 * folder, with the suffix `.damaged`). The files are `keys/<hash of the vault's real path>.key` and `keys/ledger.key` in the user's config folder, mode 0600.
 * Two processes that open a new vault at once get the same key. Throws `KEY_INSIDE_VAULT` if the config folder is inside the vault, because the key must not be
 * synced or backed up with the data that it protects.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  return openAt((await openKeyPaths(options)).current);
}

/** The vault of the key, and the folder where the user keeps it. */
export interface KeyringOptions {
  readonly vaultRoot: string;
  readonly configDir?: string;
}

/** The paths of a vault's key, and of its replacement while it is being replaced. */
interface KeyPaths {
  readonly current: string;
  readonly next: string;
  /** The replaced keys with their dates: their ids, one line of JSON each. */
  readonly past: string;
}

/** Creates the folder of keys, for the user alone. Throws `KEY_INSIDE_VAULT`. */
export async function openKeyPaths(options: KeyringOptions): Promise<KeyPaths> {
  const vaultRoot = await realpath(options.vaultRoot);
  const folder = join(resolve(options.configDir ?? configFolder()), 'keys');
  // Checked before anything is created, so that not even a folder is left in the vault.
  assertOutside(await realpathOfNearest(folder), vaultRoot);
  makeFolder(placeAt(folder));
  assertOutside(await realpath(folder), vaultRoot);
  setMode(placeAt(folder), 0o700);
  const current = join(folder, `${vaultName(vaultRoot)}.key`);
  return { current, next: `${current}.next`, past: `${current}.past` };
}

/** The codec under the key of a file, which is created if it is missing. */
export async function openAt(path: string): Promise<Keyring> {
  const { key, created } = await openKeyFile(path);
  // One for all vaults, so that a moved vault keeps its decisions.
  const { key: ledgerKey } = await openKeyFile(join(dirname(path), 'ledger.key'));
  return {
    ...createSecretCodec(key, ledgerKey),
    databaseKey: new Uint8Array(
      hkdfSync('sha256', key, new Uint8Array(0), 'memora:database:v1', DATABASE_KEY_BYTES),
    ),
    path,
    created,
    [Symbol.asyncDispose]: async () => {
      key.fill(0);
      ledgerKey.fill(0);
    },
  };
}

/** The real path of the nearest existing folder above, followed by the rest. */
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
  throw new PrivacyError('the key folder is inside the vault', {
    code: 'KEY_INSIDE_VAULT',
    hint: 'Set MEMORA_CONFIG_DIR to a folder outside the vault.',
  });
}
