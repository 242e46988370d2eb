import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { configFolder, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';

const LONGEST = 1024 * 1024;

/** Writes `memory.record` into the user's own config; every other line of it stays. Throws `CONFIG_INVALID` where it can't be changed safely. */
export async function keepRecordAnswer(
  answer: 'always' | 'never',
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const place = placeAt(join(configFolder(env), 'config.toml'));
  const before = readPlainText(place, LONGEST);
  const after = withAnswer(before ?? '', answer);
  if ((await recordOf(after)) !== answer)
    throw new MemoraError('your config.toml is written in a way that can’t be changed safely', {
      code: 'CONFIG_INVALID',
      hint: `Write record = "${answer}" below [memory] in it.`,
    });
  await writeWholeFile(place, after, { mode: 0o600, isNew: before === null });
}

function withAnswer(text: string, answer: string): string {
  const line = `record = "${answer}"`;
  const header = /^[ \t]*\[[ \t]*memory[ \t]*\][ \t]*(?:#.*)?$/mu.exec(text);
  if (header === null)
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n[memory]\n${line}\n`.trimStart();
  const from = header.index + header[0].length;
  const length = /^[ \t]*\[/mu.exec(text.slice(from))?.index ?? text.length - from;
  const section = text.slice(from, from + length);
  const known = /^[ \t]*record[ \t]*=.*$/mu;
  const changed = known.test(section) ? section.replace(known, line) : `\n${line}${section}`;
  return `${text.slice(0, from)}${changed}${text.slice(from + length)}`;
}

async function recordOf(text: string): Promise<unknown> {
  // Loaded here: a question is answered without it.
  const { parse } = await import('smol-toml');
  try {
    return (parse(text)['memory'] as { record?: unknown } | undefined)?.record;
  } catch {
    return undefined;
  }
}
