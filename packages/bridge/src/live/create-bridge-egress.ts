import type { Memory } from '@memora/engine';
import { createEgress, type Egress, openEgressLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';

/** Creates the egress for an external memory. */
export function createBridgeEgress(
  { vault, guard }: Pick<Memory, 'vault' | 'guard'>,
  { local }: { readonly local: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Egress {
  return createEgress({
    guard,
    log: openEgressLog(memoraPlace(vault, 'egress.jsonl')),
    allowNetwork: env['MEMORA_ENABLE_NETWORK_LLM'] === '1',
    loopback: local ? 'local' : 'cloud',
    timeoutMs: 30_000,
    // Servers close idle connections after five seconds or more.
    keepIdleMs: 2_000,
  });
}
