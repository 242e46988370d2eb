import { nearestName } from '@memora/language/text';
import { MemoryError } from '../memory-error.ts';
import { SETTINGS } from './generated-settings.ts';
import { RETIRED_SETTINGS } from './retired-settings.ts';
import type { Setting, SettingSchema, SettingValue } from './setting.ts';

/** The source of a value, for messages: `.memora/config.toml`, `MEMORA_LLM_PROVIDER`, `--set`. */
type SettingSource = string;

const BY_KEY: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((each) => [each.key, each]));

/**
 * Checks and narrows a value for its setting. Throws `CONFIG_INVALID` with the key, the value and the choices; for an unknown key, with the most similar one.
 */
export function checkSetting(key: string, value: unknown, source: SettingSource): SettingValue {
  return checkAgainst(BY_KEY.get(key) ?? unknownKey(key, source), value, source);
}

/** Narrows a value to the type of a setting. Throws `CONFIG_INVALID`. */
export function checkAgainst(setting: Setting, value: unknown, source: SettingSource): SettingValue {
  const { key, schema, takes, refused } = setting;
  if (accepts(schema, value)) return value as SettingValue;
  const isExplained = refused !== undefined && (refused.value === undefined || refused.value === value);
  const reason = isExplained ? `: ${refused.reason}` : '';
  throw new MemoryError(`${source}: ${key} = ${show(value)} is not accepted${reason}`, {
    code: 'CONFIG_INVALID',
    hint: `Set ${key} to ${takes}.`,
  });
}

/** Parses the text of a flag or variable as the value of a setting: lists are comma separated. */
export function parseSetting(key: string, text: string, source: SettingSource): SettingValue {
  const setting = BY_KEY.get(key) ?? unknownKey(key, source);
  return checkAgainst(setting, readText(setting.schema, text), source);
}

function readText(schema: SettingSchema, text: string): unknown {
  if (schema.enum !== undefined) return schema.enum.find((value) => String(value) === text) ?? text;
  if (schema.type === 'array') return text.split(',').flatMap((item) => item.trim() || []);
  const number = schema.type === 'string' || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text : number;
}

/** True if a value matches a schema. `settings-schema.test.ts` compares it with zod's schema. */
function accepts(schema: SettingSchema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.some((each) => each === value);
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
      const isNumber = schema.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
      return isNumber && Number(value) >= minimum && Number(value) <= maximum;
    }
    case 'array':
      return Array.isArray(value) && value.every((item) => accepts(schema.items ?? {}, item));
    default:
      return (
        typeof value === 'string' &&
        (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)) &&
        (schema.format !== 'time-zone' || isTimeZone(value))
      );
  }
}

export function isTimeZone(name: string): boolean {
  try {
    // Offsets are not zones: most places have two of them in a year.
    return /^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function unknownKey(key: string, source: SettingSource): never {
  const instead = RETIRED_SETTINGS.get(key);
  if (instead !== undefined)
    throw new MemoryError(`${source}: ${key} is no longer a setting`, {
      code: 'CONFIG_INVALID',
      hint: `Leave it out: ${instead}.`,
    });
  const [section = ''] = key.split('.');
  const near = nearestName(key, BY_KEY.keys());
  const known = SETTINGS.filter((each) => each.key.startsWith(`${section}.`)).map((each) => each.key);
  const choices =
    known.length > 0 ? known : [...new Set(SETTINGS.map((each) => `[${each.key.split('.')[0]}]`))];
  const guess = near === null ? '' : `Did you mean ${near}? `;
  throw new MemoryError(`${source}: unknown key ${key}`, {
    code: 'CONFIG_INVALID',
    hint: `${guess}Known settings: ${choices.join(', ')}.`,
  });
}

function show(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
