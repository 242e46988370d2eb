import type { Egress, LeakGuard, RehearsedRequest } from '@memora/privacy';
import { type Lazy, lazily } from '../../concurrency/lazily.ts';
import type { MemoraConfig } from '../../config/index.ts';
import type { VaultGuardPorts } from './open-vault-guard.ts';

/** The dependencies of a vault's egress. */
interface ExitPorts {
  readonly root: string;
  readonly vault: VaultGuardPorts['vault'];
  readonly claims: VaultGuardPorts['claims'];
  readonly config: MemoraConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives every request instead of sending it. */
  readonly rehearse: ((request: RehearsedRequest) => void) | undefined;
}

/** The guard and the egress of an open vault. Both are loaded with the first request that leaves. */
export function openEgressPorts({ root, vault, claims, config, env, rehearse }: ExitPorts): {
  readonly guard: LeakGuard;
  readonly egress: Lazy<Egress>;
} {
  const openGuard = lazily(async () =>
    (await import('./open-vault-guard.ts')).openVaultGuard({ vault, claims, config }),
  );
  const guard: LeakGuard = {
    scan: async (parts, asked) => (await openGuard()).scan(parts, asked),
    check: async (parts, asked) => (await openGuard()).check(parts, asked),
    invalidate: () => void openGuard().then((opened) => opened.invalidate()),
  };
  const egress = lazily<Egress>(async () => {
    const { openVaultEgress } = await import('./open-vault-egress.ts');
    return openVaultEgress({ root, guard, config, env, ...(rehearse === undefined ? {} : { rehearse }) });
  });
  return { guard, egress };
}
