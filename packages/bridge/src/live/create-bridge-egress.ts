import type { Memory } from '@memora/engine';
import { createEgress, type Egress, openEgressLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';

/** The way out to the memory of another system. */
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
    // Servers end an idle connection after five seconds and more.
    keepIdleMs: 2_000,
  });
}
