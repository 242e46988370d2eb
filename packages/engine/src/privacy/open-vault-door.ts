import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Door, EgressLog } from '@memora/privacy';
import type { MemoraConfig } from '../config/index.ts';
import type { VaultSecretsPorts } from './read-vault-secrets.ts';

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
  const { createDoor, createLeakGuard } = await import('@memora/privacy');
  const { readVaultSecrets } = await import('./read-vault-secrets.ts');
  const { defaultNotePrivacy, loopback, redactSecretInCloud } = config.privacy;
  return createDoor({
    guard: () =>
      createLeakGuard(
        readVaultSecrets({
          vault,
          claims,
          defaultBand: defaultNotePrivacy,
          subjectsAreOpen: redactSecretInCloud !== 'strict',
        }),
      ),
    log: await openVaultLog(root),
    allowNetwork: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
    loopback,
  });
}

async function openVaultLog(root: string): Promise<EgressLog> {
  const { openEgressLog } = await import('@memora/privacy');
  await mkdir(join(root, '.memora'), { recursive: true, mode: 0o700 });
  return openEgressLog(egressLogPath(root));
}
