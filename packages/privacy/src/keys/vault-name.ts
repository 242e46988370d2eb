import { fingerprint } from '@memora/core';

/** The name under which a vault is known in the user's config folder. Hashed, so that the folder does not tell where the vaults are. */
export function vaultName(vaultRoot: string): string {
  return fingerprint(new TextEncoder().encode(vaultRoot)).slice(0, 32);
}
