import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import type { FrontmatterMode } from '@memora/engine/config';
import type { CliIo } from './cli-io.ts';

/**
 * Asks once, on a terminal, whether Memora may add missing frontmatter keys to notes, and keeps the answer in the vault's config.
 * Null where nobody is there to ask; notes are then not touched.
 */
export async function askFrontmatterMode(vault: string, io: CliIo): Promise<FrontmatterMode | null> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) return null;
  const question = createInterface({ input: io.stdin, output: io.stderr as Writable });
  try {
    const answer = await question.question(
      'May Memora add missing frontmatter keys (id, created, …) to your notes? Every other byte stays. [y/N] ',
      { signal: io.signal },
    );
    const mode = /^\s*y(?:es)?\s*$/i.test(answer) ? 'autofill' : 'infer';
    await keepMode(vault, mode);
    return mode;
  } finally {
    question.close();
  }
}

/** Adds the setting to the config; a `[frontmatter]` section that stands there already is left to its writer. */
async function keepMode(vault: string, mode: FrontmatterMode): Promise<void> {
  const file = join(vault, '.memora', 'config.toml');
  await mkdir(join(vault, '.memora'), { recursive: true });
  const before = await readFile(file, 'utf8').catch(() => '');
  if (/^\s*\[frontmatter\]/m.test(before)) return;
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  await appendFile(file, `${gap}[frontmatter]\nmode = "${mode}"\n`);
}
