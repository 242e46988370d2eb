import type { Band } from '@memora/core';
import type { LoadedConfig } from '@memora/engine';
import type { BridgeConfig } from '@memora/engine/config';

/** A bridge from the config, with its environment variables resolved. */
export interface BridgePlace {
  readonly name: string;
  readonly command: readonly string[];
  readonly url: string | null;
  readonly provider: BridgeConfig['provider'];
  readonly reads: boolean;
  readonly writes: boolean;
  readonly bands: ReadonlySet<Band>;
  readonly local: boolean;
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly user: string;
}

/** The bridges of a config, by name. */
export function readBridgePlaces(
  { config, settings }: Pick<LoadedConfig, 'config' | 'settings'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly BridgePlace[] {
  return Object.entries(config.bridge)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, bridge]) => {
      const isOfVault = settings.some(
        ({ key, layer }) => key.startsWith(`bridge.${name}.`) && layer === 'vault',
      );
      return {
        name,
        command: bridge.command,
        url: bridge.url,
        provider: bridge.provider,
        reads: bridge.direction !== 'write',
        writes: bridge.direction !== 'read',
        bands: new Set<Band>(bridge.bands),
        local: bridge.local,
        deadlineMs: bridge.deadlineMs,
        timeoutMs: bridge.timeoutMs,
        env: Object.fromEntries(bridge.env.map((each) => splitAt(each, '='))),
        // A credential is never sent to an address from a vault's config, even if that config was accepted.
        token: bridge.tokenEnv === null || isOfVault ? null : (env[bridge.tokenEnv] ?? null),
        user: bridge.user ?? 'memora',
      };
    });
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
