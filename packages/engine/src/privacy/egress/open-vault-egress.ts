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

/** Imported at the first request, because loading the parts of Node that an egress needs takes longer than an answer. */

/** The dependencies of a vault's egress. */
interface VaultEgressPorts {
  readonly root: string;
  readonly guard: LeakGuard;
  readonly config: MemoraConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives every request instead of sending and logging it. */
  readonly rehearse?: (request: RehearsedRequest) => void;
  /** `internet` for addresses that another person may have chosen. */
  readonly reach?: 'any' | 'internet';
}

/** The path of a vault's egress log. */
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
