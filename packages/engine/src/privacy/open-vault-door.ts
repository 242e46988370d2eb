import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDoor, createLeakGuard, type Door, type EgressLog, openEgressLog } from '@memora/privacy';
import type { MemoraConfig } from '../config/index.ts';
import { readVaultSecrets, type VaultSecretsPorts } from './read-vault-secrets.ts';

/**
 * Imported when the first request is made: what a door needs of Node takes longer to load than an answer takes.
 */

/** What the door of a vault needs. */
export interface VaultDoorPorts {
  readonly root: string;
  readonly vault: VaultSecretsPorts['vault'];
  readonly claims: VaultSecretsPorts['claims'];
  readonly config: MemoraConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where a vault's egress log is. */
export const egressLogPath = (root: string): string => join(root, '.memora', 'egress.jsonl');

/** The one door of an open vault: guarded by the secrets of its notes, recorded in its egress log. */
export async function openVaultDoor({ root, vault, claims, config, env }: VaultDoorPorts): Promise<Door> {
  const { defaultNotePrivacy, detector, loopback } = config.privacy;
  return createDoor({
    guard: () =>
      createLeakGuard(
        readVaultSecrets({
          vault,
          claims,
          settings: { defaultBand: defaultNotePrivacy, detector },
        }),
      ),
    log: await openVaultLog(root),
    allowNetwork: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
    loopback,
  });
}

async function openVaultLog(root: string): Promise<EgressLog> {
  await mkdir(join(root, '.memora'), { recursive: true, mode: 0o700 });
  return openEgressLog(egressLogPath(root));
}
