import type { MemoraError } from '@memora/core';
import { MemoryError } from '../memory-error.ts';
import { checkAgainst } from './check-setting.ts';
import { BRIDGE_SETTINGS, type BridgeConfig } from './generated-settings.ts';
import { type SettingValue, toCamel } from './setting.ts';

const NAME = /^[a-z][a-z0-9_-]{0,31}$/u;
const PREFIX = 'bridge.';

/** Reads the tables below `[bridge]` as `bridge.<name>.<key>`. Throws `CONFIG_INVALID`. */
export function readBridgeTables(
  tables: Readonly<Record<string, unknown>>,
  source: string,
): [key: string, value: SettingValue][] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const at = `${PREFIX}${name}`;
    if (!NAME.test(name) || typeof table !== 'object' || table === null || Array.isArray(table))
      throw invalid(
        `${source}: ${at} is not a bridge`,
        'Write a table such as [bridge.mem0]; its name is of small letters, digits, - and _.',
      );
    const values = Object.entries(table).map(([key, value]): [string, SettingValue] => {
      const setting = BRIDGE_SETTINGS.find((each) => each.key === key);
      if (setting === undefined)
        throw invalid(
          `${source}: unknown key ${at}.${key}`,
          `Known here: ${BRIDGE_SETTINGS.map((each) => each.key).join(', ')}.`,
        );
      return [`${at}.${key}`, checkAgainst({ ...setting, key: `${at}.${key}` }, value, source)];
    });
    const given = new Map(values);
    const command = given.get(`${at}.command`);
    if ((Array.isArray(command) && command.length > 0) === given.has(`${at}.url`))
      throw invalid(
        `${source}: ${at} needs exactly one of command and url`,
        'Give the one by which it is reached.',
      );
    return values;
  });
}

/** True for a key of a bridge. */
export function isBridgeKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** Returns the `bridge.<name>` of one of its keys. */
export function bridgeOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.'));
}

/** Returns the bridges in the settings, by name. */
export function toBridges(
  settings: readonly { readonly key: string; readonly value: SettingValue }[],
): Readonly<Record<string, BridgeConfig>> {
  const bridges: Record<string, Record<string, SettingValue>> = {};
  for (const { key, value } of settings) {
    if (!isBridgeKey(key)) continue;
    const [, name = '', own = ''] = key.split('.');
    bridges[name] ??= Object.fromEntries(BRIDGE_SETTINGS.map((each) => [toCamel(each.key), each.fallback]));
    bridges[name][toCamel(own)] = value;
  }
  return bridges as unknown as Readonly<Record<string, BridgeConfig>>;
}

function invalid(message: string, hint: string): MemoraError {
  return new MemoryError(message, { code: 'CONFIG_INVALID', hint });
}
