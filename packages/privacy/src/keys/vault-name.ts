import { fingerprint } from '@memora/core';

/** The name of a vault in the user's config folder. Hashed, so that the folder does not reveal where the vaults are. */
export function vaultName(vaultRoot: string): string {
  return fingerprint(new TextEncoder().encode(vaultRoot)).slice(0, 32);
}
