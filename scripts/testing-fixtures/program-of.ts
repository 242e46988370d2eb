import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleName, PROGRAMS } from './bundle-programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The arguments with which Node starts a program of the tests: its source or, in a run that sets `MEMORA_TEST_PROGRAMS`, its
 * bundle. The first caller makes the bundles for the whole run. The programs to be bundled are listed in {@link PROGRAMS}.
 */
export function programOf(file: string): string[] {
  const own = ['--conditions=memora-source', '--disable-warning=ExperimentalWarning'];
  const path = relative(root, file).split(sep).join('/');
  const folder = process.env['MEMORA_TEST_PROGRAMS'];
  if (folder === undefined || !PROGRAMS.includes(path)) return [...own, file];
  if (!existsSync(folder)) makeBundles(folder);
  return [...own, join(folder, `${bundleName(path)}.mjs`)];
}

/** Made under another name and then renamed. If two processes make it at once, the second discards its copy. */
function makeBundles(folder: string): void {
  const draft = mkdtempSync(`${folder}-`);
  const script = fileURLToPath(new URL('./bundle-programs.ts', import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, draft],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the programs of the tests could not be bundled: ${stderr}`);
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
