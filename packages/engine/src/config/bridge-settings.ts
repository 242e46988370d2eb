import { MemoraError } from '@memora/core';
import { checkAgainst } from './check-setting.ts';
import type { Setting, SettingValue } from './settings.ts';

/** Systems that a bridge may name; without one, it is told by the tools of the server. */
const BRIDGE_PROVIDERS = [
  'mem0',
  'mem0-rest',
  'openmemory',
  'server-memory',
  'claude-mem',
  'basic-memory',
  'kms',
  'generic',
] as const;
type BridgeProvider = (typeof BRIDGE_PROVIDERS)[number];

const BRIDGE_DIRECTIONS = ['read', 'write', 'both'] as const;
type BridgeDirection = (typeof BRIDGE_DIRECTIONS)[number];

/** A memory of another system that an agent's memory works beside: `[bridge.<name>]`. Exactly one of `command` and `url` is given. */
export interface BridgeConfig {
  /** The program to start, then its arguments; it is spoken to over stdio. */
  readonly command: readonly string[];
  /** Where it is reached over HTTP. */
  readonly url: string | null;
  readonly provider: BridgeProvider | null;
  readonly direction: BridgeDirection;
  /** Bands that may be written to it. */
  readonly bands: readonly string[];
  /** Whether it stays on this machine; what does not counts as a cloud. */
  readonly local: boolean;
  /** How long a recall waits for it; 0 takes what is there already. */
  readonly deadlineMs: number;
  /** How long it may take to answer a write or a list, in milliseconds. */
  readonly timeoutMs: number;
  /** `NAME=value` for the program. */
  readonly env: readonly string[];
  /** The environment variable that holds the credential of a server. */
  readonly tokenEnv: string | null;
  /** Whose memories they are, where the server wants to know. */
  readonly user: string | null;
}

const text = { type: 'text', optional: true } as const;

/** Every key of a `[bridge.<name>]`. */
export const BRIDGE_SETTINGS: readonly Setting[] = [
  { key: 'command', kind: { type: 'list' }, fallback: [] },
  { key: 'url', kind: text, fallback: null },
  { key: 'provider', kind: { type: 'choice', choices: BRIDGE_PROVIDERS }, fallback: null },
  { key: 'direction', kind: { type: 'choice', choices: BRIDGE_DIRECTIONS }, fallback: 'both' },
  { key: 'bands', kind: { type: 'list' }, fallback: ['public'] },
  { key: 'local', kind: { type: 'choice', choices: [true, false] }, fallback: false },
  { key: 'deadline_ms', kind: { type: 'integer', min: 0, max: 60_000 }, fallback: 300 },
  { key: 'timeout_ms', kind: { type: 'integer', min: 100, max: 600_000 }, fallback: 30_000 },
  { key: 'env', kind: { type: 'list' }, fallback: [] },
  { key: 'token_env', kind: text, fallback: null },
  { key: 'user', kind: text, fallback: null },
];

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
        `${source}: ${at} is no bridge`,
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
        `${source}: ${at} has not one of command and url`,
        'Give the one by which it is reached.',
      );
    const bands = given.get(`${at}.bands`);
    if (Array.isArray(bands) && bands.some((band) => band !== 'public' && band !== 'private'))
      throw invalid(
        `${source}: ${at}.bands names a band that is written to no other system`,
        'Use "public" and "private".',
      );
    return values;
  });
}

/** True for a key of a bridge. */
export function isBridgeKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** `bridge.<name>`, of one of its keys. */
export function bridgeOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.'));
}

/** The bridges that settings make, by name. */
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

function toCamel(key: string): string {
  return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

function invalid(message: string, hint: string): MemoraError {
  return new MemoraError(message, { code: 'CONFIG_INVALID', hint });
}
