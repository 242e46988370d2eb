import type { MemoraError } from '@memora/core';
import { MemoryError } from '../memory-error.ts';
import { checkAgainst } from './check-setting.ts';
import {
  BRIDGE_SETTINGS,
  type BridgeConfig,
  EMBEDDER_SETTINGS,
  type EmbedderConfig,
} from './generated-settings.ts';
import { type Setting, type SettingValue, toCamel } from './setting.ts';

const NAME = /^[a-z][a-z0-9_-]{0,31}$/u;

/** A provider requires these keys for an embedder. */
const NEEDS = {
  huggingface: ['path'],
  ollama: [],
  openai: [],
  'openai-compatible': ['endpoint', 'model', 'dim'],
} as const;

/** A section whose tables have names: `[bridge.<name>]`. */
interface NamedTables {
  readonly settings: readonly Setting[];
  /** What one of these tables configures, and an example of one. */
  readonly what: readonly [one: string, example: string];
  /** Names with another meaning. */
  readonly taken: readonly string[];
  /** Returns the problem with a table as a whole, and the remedy; null if there is none. */
  readonly refuse: (given: ReadonlyMap<string, SettingValue>) => readonly [why: string, hint: string] | null;
}

const SECTIONS: Readonly<Record<'bridge' | 'embedder', NamedTables>> = {
  bridge: {
    settings: BRIDGE_SETTINGS,
    what: ['a bridge', '[bridge.mem0]'],
    taken: [],
    refuse: (given) => {
      const command = given.get('command');
      return (Array.isArray(command) && command.length > 0) === given.has('url')
        ? ['needs exactly one of command and url', 'Set exactly one of them.']
        : null;
    },
  },
  embedder: {
    settings: EMBEDDER_SETTINGS,
    what: ['an embedder', '[embedder.small]'],
    taken: ['default', 'local', 'none'],
    refuse: (given) => {
      const provider = given.get('provider') as keyof typeof NEEDS | undefined;
      if (provider === undefined) return ['needs a provider', 'Name the service that serves the model.'];
      // The width of a model other than the provider's own is unknown here.
      const needed = new Set<string>([...NEEDS[provider], ...(given.has('model') ? ['dim'] : [])]);
      const lacking = [...needed].filter((key) => !given.has(key));
      return lacking.length === 0
        ? null
        : [`needs ${lacking.join(' and ')}`, `Add ${lacking.join(' and ')} for provider = "${provider}".`];
    },
  },
};

type Section = keyof typeof SECTIONS;

/** True for a section whose tables have names. */
export function isNamedSection(section: string): section is Section {
  return Object.hasOwn(SECTIONS, section);
}

/** Reads the tables of such a section as `section.<name>.<key>`. Throws `CONFIG_INVALID`. */
export function readNamedTables(
  section: Section,
  tables: Readonly<Record<string, unknown>>,
  source: string,
): [key: string, value: SettingValue][] {
  const { settings, what, taken, refuse } = SECTIONS[section];
  return Object.entries(tables).flatMap(([name, table]) => {
    const at = `${section}.${name}`;
    if (!NAME.test(name) || typeof table !== 'object' || table === null || Array.isArray(table))
      throw invalid(
        `${source}: ${at} is not ${what[0]}`,
        `Write a table such as ${what[1]}; its name may contain lower-case letters, digits, - and _.`,
      );
    if (taken.includes(name))
      throw invalid(`${source}: ${at} has a name that is taken`, 'Give it another name.');
    const values = Object.entries(table).map(([key, value]): [string, SettingValue] => {
      const setting = settings.find((each) => each.key === key);
      if (setting === undefined)
        throw invalid(
          `${source}: unknown key ${at}.${key}`,
          `Known settings: ${settings.map((each) => each.key).join(', ')}.`,
        );
      return [key, checkAgainst({ ...setting, key: `${at}.${key}` }, value, source)];
    });
    const refused = refuse(new Map(values));
    if (refused !== null) throw invalid(`${source}: ${at} ${refused[0]}`, refused[1]);
    return values.map(([key, value]): [string, SettingValue] => [`${at}.${key}`, value]);
  });
}

/** True for a key of a table with a name. */
export function isNamedKey(key: string): boolean {
  return isNamedSection(key.slice(0, key.indexOf('.')));
}

/**
 * True for a key of an embedder, which only a user's own config may set: it determines where notes of others
 * are sent.
 */
export function isEmbedderKey(key: string): boolean {
  return key.startsWith('embedder.');
}

/** Returns the `section.<name>` of one of its keys. */
export function tableOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.'));
}

/** Returns the tables with names in the settings, by section and name. */
export function toNamedTables(settings: readonly { readonly key: string; readonly value: SettingValue }[]): {
  readonly bridge: Readonly<Record<string, BridgeConfig>>;
  readonly embedder: Readonly<Record<string, EmbedderConfig>>;
} {
  const tables = { bridge: new Map<string, object>(), embedder: new Map<string, object>() };
  for (const { key, value } of settings) {
    if (!isNamedKey(key)) continue;
    const [section, name = '', own = ''] = key.split('.') as [Section, string, string];
    const none = Object.fromEntries(
      SECTIONS[section].settings.map((each) => [toCamel(each.key), each.fallback]),
    );
    tables[section].set(name, { ...(tables[section].get(name) ?? none), [toCamel(own)]: value });
  }
  return {
    bridge: Object.fromEntries(tables.bridge) as Readonly<Record<string, BridgeConfig>>,
    embedder: Object.fromEntries(tables.embedder) as Readonly<Record<string, EmbedderConfig>>,
  };
}

function invalid(message: string, hint: string): MemoraError {
  return new MemoryError(message, { code: 'CONFIG_INVALID', hint });
}
