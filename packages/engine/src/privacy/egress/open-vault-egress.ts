import {
  createEgress,
  type Egress,
  type EgressLog,
  type LeakGuard,
  openEgressLog,
  type RehearsedRequest,
} from '@memora/privacy';
import { makeMemoraFolder, memoraPlace, type Place } from '@memora/privacy/files';
import type { MemoraConfig } from '../../config/index.ts';

/**
 * Imported when the first request is made: what an egress needs of Node takes longer to load than an answer takes.
 */

/** What the egress of a vault needs. */
interface VaultEgressPorts {
  readonly root: string;
  readonly guard: LeakGuard;
  readonly config: MemoraConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shown every request, in place of sending and logging it. */
  readonly rehearse?: (request: RehearsedRequest) => void;
  /** `internet` for addresses that somebody else may have chosen. */
  readonly reach?: 'any' | 'internet';
}

/** Where a vault's egress log is. */
export const egressLogPath = (root: string): Place => memoraPlace(root, 'egress.jsonl');

/** The one egress of an open vault: guarded by the secrets of its notes, recorded in its egress log. */
export async function openVaultEgress({
  root,
  guard,
  config,
  env,
  rehearse,
  reach = 'any',
}: VaultEgressPorts): Promise<Egress> {
  return createEgress({
    guard,
    ...(rehearse === undefined ? { log: await openVaultLog(root) } : { rehearse }),
    allowNetwork: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
    reach,
    loopback: config.privacy.loopback,
  });
}

async function openVaultLog(root: string): Promise<EgressLog> {
  makeMemoraFolder(root);
  return openEgressLog(egressLogPath(root));
}
