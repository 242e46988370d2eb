import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Place, placeAt, readPlainText, vaultName, writeWholeFile } from '@memora/privacy/files';
import type { SettingValue } from './setting.ts';
import { userConfigDir } from './user-config-dir.ts';

/** Acting settings of a vault's config, and their digest. */
export interface WantedSettings {
  /** `section.key` → value, in the order of the table of settings. */
  readonly settings: readonly { readonly key: string; readonly value: SettingValue }[];
  /** Their SHA-256: the acceptance covers exactly these values. */
  readonly digest: string;
}

/** The user's answer about a vault's config. */
export type VaultTrust = 'accepted' | 'refused' | 'unasked';

type Env = Readonly<Record<string, string | undefined>>;

interface Answer {
  readonly digest: string;
  readonly accepted: boolean;
}

/** Returns the values and their digest; null if nothing acts. */
export function toWanted(settings: WantedSettings['settings']): WantedSettings | null {
  if (settings.length === 0) return null;
  const digest = createHash('sha256').update(JSON.stringify(settings.map(({ key, value }) => [key, value])));
  return { settings, digest: digest.digest('hex') };
}

/** Returns the user's answer about exactly these settings of this vault. */
export function readVaultTrust(
  vaultRoot: string,
  wanted: WantedSettings,
  env: Env,
  configDir = userConfigDir(env),
): VaultTrust {
  const known = readAnswer(answerOf(vaultRoot, configDir));
  if (known?.digest !== wanted.digest) return 'unasked';
  return known.accepted ? 'accepted' : 'refused';
}

/** Stores the user's answer in their own config folder, readable only by them. */
export async function writeVaultTrust(
  vaultRoot: string,
  wanted: WantedSettings,
  accepted: boolean,
  env: Env,
  configDir = userConfigDir(env),
): Promise<void> {
  const answer = { vault: vaultRoot, accepted, digest: wanted.digest, at: new Date().toISOString() };
  await writeWholeFile(answerOf(vaultRoot, configDir), `${JSON.stringify(answer)}\n`, { mode: 0o600 });
}

function answerOf(vaultRoot: string, configDir: string): Place {
  return placeAt(join(configDir, 'vaults', `${vaultName(vaultRoot)}.json`));
}

function readAnswer(place: Place): Answer | null {
  const text = readPlainText(place, 64 * 1024);
  try {
    const { digest, accepted } = JSON.parse(text ?? 'null') as Answer;
    return typeof digest === 'string' && typeof accepted === 'boolean' ? { digest, accepted } : null;
  } catch {
    return null;
  }
}
