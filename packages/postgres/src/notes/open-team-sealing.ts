import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import { placeAt, readPlainFile } from '@memora/privacy/files';
import { createSecretCodec } from '@memora/privacy/keyring';
import { teamError } from '../connect/team-error.ts';
import type { Sealing } from './seal-blob.ts';

const KEY_BYTES = 32;

/** Opens the hash and the codec with the key of `MEMORA_TEAM_KEY_FILE`; without a key there is no codec. Throws `TEAM_KEY_MISSING`. */
export async function openTeamSealing({
  env,
  cwd,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): Promise<Sealing & { readonly codec: SecretCodec | undefined }> {
  const hash = await loadBlake3();
  const file = env['MEMORA_TEAM_KEY_FILE'];
  if (!file) return { hash, codec: undefined };
  const path = resolve(cwd, file.startsWith('~/') ? join(homedir(), file.slice(2)) : file);
  const key = readPlainFile(placeAt(path), 1024);
  if (key !== null && key.length === KEY_BYTES)
    return { hash, codec: createSecretCodec(new Uint8Array(key)) };
  throw teamError(
    'TEAM_KEY_MISSING',
    'MEMORA_TEAM_KEY_FILE names no key',
    `Name a file of ${KEY_BYTES} bytes, such as a copy of the vault's own key.`,
  );
}
