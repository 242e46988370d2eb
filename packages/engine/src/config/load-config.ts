import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { memoraPlace, pathOf, readPlainText } from '@memora/privacy/files';
import { MemoryError } from '../memory-error.ts';
import { checkSetting, parseSetting } from './check-setting.ts';
import { type MemoraConfig, SETTINGS } from './generated-settings.ts';
import {
  isEmbedderKey,
  isNamedKey,
  isNamedSection,
  readNamedTables,
  tableOf,
  toNamedTables,
} from './named-tables.ts';
import { RETIRED_SETTINGS } from './retired-settings.ts';
import { screenVaultLayer } from './screen-vault-layer.ts';
import { type SettingValue, toCamel, toVariableName } from './setting.ts';
import { readVaultTrust, type VaultTrust, type WantedSettings } from './trust-vault.ts';
import { userConfigDir } from './user-config-dir.ts';

/** Where a setting's value came from, strongest first. */
export type ConfigLayer = 'flag' | 'env' | 'vault' | 'user' | 'default';

/** One setting, and the layer that set it. */
export interface ResolvedSetting {
  readonly key: string;
  readonly value: SettingValue;
  readonly layer: ConfigLayer;
  /** Values of weaker layers, strongest first; without defaults. */
  readonly overruled: readonly { readonly layer: ConfigLayer; readonly value: SettingValue }[];
}

/** A config, and the layer of each setting. */
export interface LoadedConfig {
  readonly config: MemoraConfig;
  readonly settings: readonly ResolvedSetting[];
  /** The config files that were read. */
  readonly files: readonly string[];
  /** The settings of the vault's own config that are ignored, and those of any layer that are no longer settings, with the reason. */
  readonly ignored: readonly IgnoredSetting[];
  /** The settings of the vault's config that need the user's acceptance, and the user's answer; null if there are none. */
  readonly wanted: (WantedSettings & { readonly trust: VaultTrust }) | null;
}

/** An ignored setting. */
export interface IgnoredSetting {
  readonly key: string;
  readonly value: SettingValue;
  /** `not-accepted`: it acts, and the user has not accepted it. `looser`: the user's own settings are stricter. `retired`: it is no longer a setting. */
  readonly reason: 'not-accepted' | 'looser' | 'retired';
}

/** The input of {@link loadConfig}. */
export interface LoadConfigOptions {
  /** The vault whose `.memora/config.toml` applies; none for settings outside a vault. */
  readonly vault?: string | undefined;
  /** `section.key` → text, from the command line. */
  readonly flags?: Readonly<Record<string, string>> | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Folder of the user's own `config.toml`; `MEMORA_CONFIG_DIR`, else the platform's config folder. */
  readonly configDir?: string | undefined;
}

/** The values of one source, by `section.key`. */
export type Layer = ReadonlyMap<string, SettingValue>;

/**
 * Reads the settings of a vault: flag > env > vault > user > default. Throws `CONFIG_INVALID` for an unknown key, a bad value or unreadable TOML, naming the
 * file, the key and the choices.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const env = options.env ?? process.env;
  const userFile = join(options.configDir ?? userConfigDir(env), 'config.toml');
  const vaultRoot = options.vault === undefined ? null : realFolder(options.vault);
  const [user, found] = await Promise.all([
    readLayer(userFile),
    vaultRoot === null ? null : readVaultLayer(vaultRoot),
  ]);
  const own: readonly (readonly [ConfigLayer, Layer])[] = [
    ['flag', flagLayer(options.flags ?? {})],
    ['env', envLayer(env)],
  ];
  const users: readonly (readonly [ConfigLayer, Layer])[] = [['user', user ?? new Map()]];
  const screened = screenVaultLayer(found?.layer ?? new Map(), [...own, ...users], (asked) =>
    readVaultTrust(vaultRoot ?? '', asked, env, options.configDir),
  );
  const { wanted } = screened;
  const layers: readonly (readonly [ConfigLayer, Layer])[] = [...own, ['vault', screened.vault], ...users];
  const ignored = [...screened.ignored, ...retiredIn([found?.layer, user], env)];
  const settings = [
    ...SETTINGS.map(({ key, fallback }): ResolvedSetting => {
      const [first, ...overruled] = layers.flatMap(([layer, values]) => {
        const value = values.get(key);
        return value === undefined ? [] : [{ layer, value }];
      });
      return { key, ...(first ?? { value: fallback, layer: 'default' }), overruled };
    }),
    ...namedOf(layers),
  ];
  const files = [user === null ? [] : [userFile], found === null ? [] : [found.file]].flat();
  return { config: toConfig(settings), settings, files, ignored, wanted };
}

/** All keys of a table with a name come from one layer: a few keys from a vault could redirect the rest of the user's bridge. */
function namedOf(layers: readonly (readonly [ConfigLayer, Layer])[]): ResolvedSetting[] {
  const owner = new Map<string, ConfigLayer>();
  return layers.flatMap(([layer, values]) =>
    [...values].flatMap(([key, value]) => {
      if (!isNamedKey(key)) return [];
      const of = owner.get(tableOf(key)) ?? layer;
      owner.set(tableOf(key), of);
      return of === layer ? [{ key, value, layer, overruled: [] }] : [];
    }),
  );
}

/** Returns the retired settings that a config file or a variable still sets. */
function retiredIn(
  files: readonly (Layer | null | undefined)[],
  env: Readonly<Record<string, string | undefined>>,
): IgnoredSetting[] {
  return [...RETIRED_SETTINGS.keys()].flatMap((key) => {
    const value = files.find((layer) => layer?.has(key))?.get(key) ?? env[toVariableName(key)];
    return value === undefined ? [] : [{ key, value, reason: 'retired' }];
  });
}

/** Returns the default settings. */
export function defaultConfig(): MemoraConfig {
  return toConfig(
    SETTINGS.map(({ key, fallback }) => ({ key, value: fallback, layer: 'default', overruled: [] })),
  );
}

/** Parses TOML as settings, without touching the disk. `source` names the file in messages. */
export async function parseConfig(toml: string, source: string): Promise<Map<string, SettingValue>> {
  const { parse, TomlError } = await import('smol-toml');
  let document: Record<string, unknown>;
  try {
    document = parse(toml);
  } catch (cause) {
    const where = cause instanceof TomlError ? ` at line ${cause.line}, column ${cause.column}` : '';
    throw new MemoryError(`${source} is not valid TOML${where}`, {
      code: 'CONFIG_INVALID',
      hint: 'Fix that line; TOML strings are in double quotes.',
    });
  }
  const values = new Map<string, SettingValue>();
  for (const [section, table] of Object.entries(document)) {
    if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      checkSetting(section, table, source);
      continue;
    }
    if (isNamedSection(section)) {
      for (const [key, value] of readNamedTables(section, table as Record<string, unknown>, source))
        values.set(key, value);
      continue;
    }
    if (Object.keys(table).length === 0 && !SETTINGS.some((each) => each.key.startsWith(`${section}.`))) {
      checkSetting(section, table, source);
    }
    for (const [name, value] of Object.entries(table)) {
      const key = `${section}.${name}`;
      values.set(key, RETIRED_SETTINGS.has(key) ? (value as SettingValue) : checkSetting(key, value, source));
    }
  }
  return values;
}

/** Returns the resolved path; null if nothing is there. */
export function realFolder(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

const MOST_BYTES = 1024 * 1024;

/** A vault's config may have come with the vault: links and pipes are not read, and the size is limited. */
async function readVaultLayer(
  root: string,
): Promise<{ readonly file: string; readonly layer: Layer } | null> {
  const place = memoraPlace(root, 'config.toml');
  const file = pathOf(place);
  let toml: string | null;
  try {
    toml = readPlainText(place, MOST_BYTES);
  } catch (cause) {
    throw unreadable(file, cause);
  }
  if (toml === null) return null;
  const layer = await parseConfig(toml.replace(/^\uFEFF/, ''), file);
  const [foreign] = [...layer.keys()].filter(isEmbedderKey);
  if (foreign === undefined) return { file, layer };
  throw new MemoryError(`${file}: ${tableOf(foreign)} is not a setting of a vault`, {
    code: 'CONFIG_INVALID',
    hint: 'Move it into config.toml in the configuration folder of the server.',
  });
}

async function readLayer(file: string): Promise<Layer | null> {
  let toml: string;
  try {
    toml = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(file, cause, code);
  }
  return parseConfig(toml.replace(/^\uFEFF/, ''), file);
}

function unreadable(file: string, cause: unknown, code = (cause as NodeJS.ErrnoException).code): MemoraError {
  const refused = MemoraError.isInstance(cause) ? cause : undefined;
  return new MemoryError(refused?.message ?? `cannot read ${file}: ${code ?? 'unknown reason'}`, {
    code: 'CONFIG_INVALID',
    hint: refused?.hint ?? 'Make it a readable file, or remove it.',
    cause,
  });
}

function flagLayer(flags: Readonly<Record<string, string>>): Layer {
  return new Map(Object.entries(flags).map(([key, value]) => [key, parseSetting(key, value, '--set')]));
}

function envLayer(env: Readonly<Record<string, string | undefined>>): Layer {
  const values = new Map<string, SettingValue>();
  for (const { key } of SETTINGS) {
    const name = toVariableName(key);
    const text = env[name];
    if (text !== undefined && text !== '') values.set(key, parseSetting(key, text, name));
  }
  return values;
}

/** `section.snake_key` → `config.section.camelKey`. */
function toConfig(settings: readonly ResolvedSetting[]): MemoraConfig {
  const config: Record<string, Record<string, unknown>> = { ...toNamedTables(settings) };
  for (const { key, value } of settings) {
    if (isNamedKey(key)) continue;
    const [section = '', name = ''] = key.split('.');
    config[section] ??= {};
    config[section][toCamel(name)] = value;
  }
  return config as unknown as MemoraConfig;
}
