import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Keyring } from '@memora/privacy/keyring';

/** The codec of a vault's secret claims, or the reason why there is none. */
export interface OpenedCodec {
  /** Absent if no key can be stored on this machine. Secret claims are then not stored at all. */
  readonly codec: SecretCodec | undefined;
  /** The key that encrypts the whole database, if configured; null if no key can be stored. */
  readonly databaseKey: Uint8Array | null;
  readonly reason: string | null;
  /** Null if no key can be stored. */
  readonly keyring: Keyring | null;
  readonly close: () => Promise<void>;
}

const NO_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENOENT']);

/**
 * Opens the vault's key; during a replacement, the key that the database currently uses. If the config folder
 * cannot be written, secrets are not stored and everything else works.
 */
export async function openCodec(
  vaultRoot: string,
  env: Readonly<Record<string, string | undefined>>,
  isUnder: (next: Keyring) => Promise<boolean> = async () => false,
): Promise<OpenedCodec> {
  const { configFolder, openKeyring, openKeyRotation } = await import('@memora/privacy/keyring');
  try {
    const at = { vaultRoot, configDir: configFolder(env) };
    const rotation = await openKeyRotation(at);
    const next = rotation.isOpen() ? await rotation.openNext() : null;
    const keyring = next !== null && (await isUnder(next)) ? next : await openKeyring(at);
    return {
      codec: keyring,
      keyring,
      databaseKey: keyring.databaseKey,
      reason: null,
      close: async () => keyring[Symbol.asyncDispose](),
    };
  } catch (error) {
    const { code } = error as { code?: string };
    if (!MemoraError.isInstance(error) && !NO_PLACE.has(code ?? '')) throw error;
    return {
      codec: undefined,
      keyring: null,
      databaseKey: null,
      reason: code ?? 'KEY_UNAVAILABLE',
      close: async () => undefined,
    };
  }
}
