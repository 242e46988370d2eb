import { SETTINGS } from './generated-settings.ts';
import type { ConfigLayer, IgnoredSetting, Layer } from './load-config.ts';
import { isNamedKey } from './named-tables.ts';
import type { Setting, SettingValue } from './setting.ts';
import { toWanted, type VaultTrust, type WantedSettings } from './trust-vault.ts';

/** The effective part of a vault's config. */
interface JudgedLayer {
  readonly vault: Layer;
  readonly ignored: readonly IgnoredSetting[];
  readonly wanted: (WantedSettings & { readonly trust: VaultTrust }) | null;
}

type Users = readonly (readonly [ConfigLayer, Layer])[];

/**
 * Removes from a vault's config what its user has not accepted. Settings that describe the notes apply directly. Settings that act (providers, addresses,
 * folders, writes to notes, schedules) apply once accepted. Settings that restrict text apply if they are no looser than the user's own, or, once accepted, if
 * the user has none.
 */
export function screenVaultLayer(
  layer: Layer,
  users: Users,
  trustOf: (wanted: WantedSettings) => VaultTrust,
): JudgedLayer {
  const asking: { key: string; value: SettingValue }[] = [];
  const ignored: IgnoredSetting[] = [];
  const vault = new Map<string, SettingValue>();
  for (const setting of SETTINGS) {
    const { key } = setting;
    const value = layer.get(key);
    if (value === undefined) continue;
    const verdict = judge(setting, value, ownValue(key, users));
    if (verdict === 'counts') vault.set(key, value);
    else if (verdict === 'asks') asking.push({ key, value });
    else ignored.push({ key, value, reason: 'looser' });
  }
  // A bridge starts a program or sends memories to an address.
  for (const [key, value] of layer) if (isNamedKey(key)) asking.push({ key, value });
  const wanted = toWanted(asking);
  if (wanted === null) return { vault, ignored, wanted: null };
  const trust = trustOf(wanted);
  for (const { key, value } of asking) {
    if (trust === 'accepted') vault.set(key, value);
    else ignored.push({ key, value, reason: 'not-accepted' });
  }
  return { vault, ignored, wanted: { ...wanted, trust } };
}

/** Returns the user's own value; undefined if there is none. */
function ownValue(key: string, users: Users): SettingValue | undefined {
  for (const [, values] of users) {
    const value = values.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function judge(
  { fromVault, fallback }: Setting,
  value: SettingValue,
  own: SettingValue | undefined,
): 'counts' | 'asks' | 'looser' {
  if (fromVault === undefined || isSame(value, own === undefined ? fallback : own)) return 'counts';
  if (fromVault.rule === 'acts') return fromVault.harmless.includes(value) ? 'counts' : 'asks';
  const { order } = fromVault;
  if (order.indexOf(value) >= order.indexOf(own === undefined ? fallback : own)) return 'counts';
  return own === undefined ? 'asks' : 'looser';
}

function isSame(one: SettingValue, other: SettingValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
