import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '@memora/engine';
import { openVault } from '@memora/vault';
import { usageError } from '../input/read-option.ts';

/** Adds a line to the daily note, and creates the note if it does not exist yet. Returns its path. */
export async function appendToDaily(
  memory: Memory,
  text: string,
  now: Date,
): Promise<{ readonly path: string }> {
  const vault = await openVault(memory.vault, {
    config: { exclude: memory.settings.config.indexing.exclude },
  });
  const path = dailyPath(await readDailySettings(vault.root), now);
  const before = await vault.readNote(path).catch((error: { code?: unknown }) => {
    if (error.code === 'NOTE_NOT_FOUND') return null;
    throw error;
  });
  const kept = before === null ? '' : Buffer.from(before).toString('utf8');
  const gap = kept === '' || kept.endsWith('\n') ? '' : '\n';
  // A line break inside the text would end the list item.
  const line = `- ${text.split('\n').join('\n  ')}\n`;
  await vault.replaceNote(path, before, Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(gap + line)]));
  await memory.refresh();
  return { path };
}

interface DailySettings {
  readonly folder?: unknown;
  readonly format?: unknown;
}

/** Obsidian's settings for daily notes; undefined if there are none. */
async function readDailySettings(root: string): Promise<DailySettings> {
  try {
    return { ...(JSON.parse(await readFile(join(root, '.obsidian', 'daily-notes.json'), 'utf8')) as object) };
  } catch {
    return {};
  }
}

/** The path of a day's note as Obsidian would name it. Throws `USAGE` for a format with more than year, month and day. */
export function dailyPath({ folder, format }: DailySettings, now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const wanted = typeof format === 'string' && format !== '' ? format : 'YYYY-MM-DD';
  const name = wanted
    .replaceAll('YYYY', String(now.getFullYear()))
    .replaceAll('MM', two(now.getMonth() + 1))
    .replaceAll('DD', two(now.getDate()));
  if ([...name].some((sign) => sign.toLowerCase() !== sign.toUpperCase()))
    throw usageError(
      `--daily can't write a date as ${wanted}`,
      'It knows YYYY, MM and DD. Set another format in Obsidian, or leave out --daily.',
    );
  return typeof folder === 'string' && folder !== '' ? `${folder}/${name}.md` : `${name}.md`;
}
