import { MemoraError } from '@memora/core';
import { editDistance } from '@memora/language/text';
import { SETTING_BY_KEY, SETTINGS, type Setting, type SettingValue } from './settings.ts';

/** Where a value was read, for messages: `.memora/config.toml`, `MEMORA_LLM_PROVIDER`, `--set`. */
type SettingSource = string;

/**
 * Narrows a value to what its setting takes.
 * Throws `CONFIG_INVALID` naming the key, the value and the choices; an unknown key is told its nearest neighbour.
 */
export function checkSetting(key: string, value: unknown, source: SettingSource): SettingValue {
  const setting = SETTING_BY_KEY.get(key);
  if (setting === undefined) throw unknownKey(key, source);
  return checkAgainst(setting, value, source);
}

/** Narrows a value to what a setting takes. Throws `CONFIG_INVALID`. */
export function checkAgainst(setting: Setting, value: unknown, source: SettingSource): SettingValue {
  const { key } = setting;
  const checked = narrow(setting, value);
  if (checked !== undefined) return checked;
  const refused = setting.kind.type === 'choice' ? setting.kind.refused : undefined;
  const reason = refused !== undefined && refused.value === value ? `: ${refused.reason}` : '';
  throw new MemoraError(`${source}: ${key} = ${show(value)} is not accepted${reason}`, {
    code: 'CONFIG_INVALID',
    hint: `Set ${key} to ${describeChoices(setting)}.`,
  });
}

/** Reads the text of a flag or variable as the value of a setting: lists are comma separated. */
export function parseSetting(key: string, text: string, source: SettingSource): SettingValue {
  const setting = SETTING_BY_KEY.get(key);
  if (setting === undefined) throw unknownKey(key, source);
  switch (setting.kind.type) {
    case 'integer':
      return checkSetting(key, /^-?\d+$/.test(text.trim()) ? Number(text) : text, source);
    case 'amount':
      return checkSetting(key, text.trim() === '' ? text : Number(text), source);
    case 'list':
      return checkSetting(
        key,
        text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()])),
        source,
      );
    case 'choice':
      return checkSetting(key, text === 'true' ? true : text === 'false' ? false : text, source);
    default:
      return checkSetting(key, text, source);
  }
}

/** What a setting takes, in words: `one of "a", "b"`, `a whole number from 1 to 64`. */
function describeChoices(setting: Setting): string {
  switch (setting.kind.type) {
    case 'choice':
      return `one of ${setting.kind.choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
    case 'integer':
      return `a whole number from ${setting.kind.min} to ${setting.kind.max}`;
    case 'amount':
      return 'a number that is not negative, such as 0.25';
    case 'list':
      return 'a list of texts';
    case 'time':
      return 'a time of day such as "03:00"';
    case 'zone':
      return 'a time zone such as "Europe/Lisbon"';
    case 'text':
      return 'a text';
  }
}

function narrow(setting: Setting, value: unknown): SettingValue | undefined {
  const { kind } = setting;
  switch (kind.type) {
    case 'choice':
      return kind.choices.find((choice) => choice === value);
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? value : undefined;
    case 'integer': {
      const number = typeof value === 'bigint' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) return undefined;
      return number >= kind.min && number <= kind.max ? number : undefined;
    }
    case 'amount': {
      const number = typeof value === 'bigint' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
    case 'time':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : undefined;
    case 'zone':
      return typeof value === 'string' && isTimeZone(value) ? value : undefined;
  }
}

function isTimeZone(name: string): boolean {
  try {
    // Offsets are no zones: the days of a year have two of them in most places.
    return /^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function unknownKey(key: string, source: SettingSource): MemoraError {
  const [section = ''] = key.split('.');
  const near = [...SETTINGS]
    .map((each) => ({ key: each.key, distance: editDistance(key, each.key) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const known = SETTINGS.filter((each) => each.key.startsWith(`${section}.`)).map((each) => each.key);
  const choices =
    known.length > 0 ? known : [...new Set(SETTINGS.map((each) => `[${each.key.split('.')[0]}]`))];
  const guess = near !== undefined && near.distance <= 3 ? `Did you mean ${near.key}? ` : '';
  return new MemoraError(`${source}: unknown key ${key}`, {
    code: 'CONFIG_INVALID',
    hint: `${guess}Known here: ${choices.join(', ')}.`,
  });
}

function show(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
