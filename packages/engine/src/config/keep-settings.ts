import { join } from 'node:path';
import { configFolder, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { MemoryError } from '../memory-error.ts';
import type { SettingValue } from './setting.ts';

const LONGEST = 1024 * 1024;

/**
 * Writes settings to the user's own config.toml, by `section.key`; `null` removes a setting. Every other line stays. Throws `CONFIG_INVALID` if the file's
 * format can't be changed safely.
 */
export async function keepSettings(
  settings: Readonly<Record<string, string | boolean | null>>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const place = placeAt(join(configFolder(env), 'config.toml'));
  const before = readPlainText(place, LONGEST);
  const entries = Object.entries(settings);
  const after = entries.reduce((text, [key, value]) => withSetting(text, key, value), before ?? '');
  if (after === before) return;
  const kept = await readKept(after);
  const lost = entries.filter(([key, value]) => (kept?.get(key) ?? null) !== value);
  if (kept === null || lost.length > 0) {
    const lines = lost.map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    throw new MemoryError('your config.toml is written in a way that can’t be changed safely', {
      code: 'CONFIG_INVALID',
      hint: `Add to it yourself: ${lines.join(', ')}.`,
    });
  }
  await writeWholeFile(place, after, { mode: 0o600, isNew: before === null });
}

function withSetting(text: string, key: string, value: string | boolean | null): string {
  const [section = '', name = ''] = key.split('.');
  const line = `${name} = ${JSON.stringify(value)}`;
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${section}[ \\t]*\\][ \\t]*(?:#.*)?$`, 'mu').exec(text);
  if (header === null) {
    if (value === null) return text;
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n[${section}]\n${line}\n`.trimStart();
  }
  const from = header.index + header[0].length;
  const length = /^[ \t]*\[/mu.exec(text.slice(from))?.index ?? text.length - from;
  const body = text.slice(from, from + length);
  const known = new RegExp(`^[ \\t]*${name}[ \\t]*=.*$`, 'mu');
  const without = value === null ? body.replace(new RegExp(`${known.source}\\n?`, 'mu'), '') : null;
  const last = body.trimEnd().length;
  const changed =
    without ??
    (known.test(body)
      ? body.replace(known, () => line)
      : `${body.slice(0, last)}\n${line}${body.slice(last) || '\n'}`);
  return `${text.slice(0, from)}${changed}${text.slice(from + length)}`;
}

async function readKept(text: string): Promise<ReadonlyMap<string, SettingValue> | null> {
  // Loaded here, because a config is read far more often than written.
  const { parse } = await import('smol-toml');
  try {
    return new Map(
      Object.entries(parse(text)).flatMap(([section, values]) =>
        typeof values === 'object' && values !== null
          ? Object.entries(values).map(
              ([name, value]) => [`${section}.${name}`, value as SettingValue] as const,
            )
          : [],
      ),
    );
  } catch {
    return null;
  }
}
