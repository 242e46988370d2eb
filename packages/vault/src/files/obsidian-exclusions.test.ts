import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openVault } from '../open-vault.ts';

async function scanned(settings: string): Promise<{ paths: string[]; patterns: readonly string[] }> {
  const root = await mkdtemp(join(tmpdir(), 'memora-excluded-'));
  try {
    for (const [path, text] of Object.entries({
      '.obsidian/app.json': settings,
      'plan.md': 'Plan.',
      'Private/safe.md': 'Safe.',
      'private-ideas.md': 'Ideas.',
      'old/2019.md': 'Old.',
    })) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const vault = await openVault(root);
    const paths: string[] = [];
    for await (const entry of vault.scan()) paths.push(entry.path);
    return { paths: paths.sort(), patterns: vault.filter.obsidian.patterns };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

it('leaves out what a person excluded in Obsidian, whatever the case, and names patterns that it does not run', async () => {
  const { paths, patterns } = await scanned('{ "userIgnoreFilters": ["private/", "old", "/(a+)+$/"] }');
  expect(paths).toEqual(['plan.md', 'private-ideas.md']);
  expect(patterns).toEqual(['/(a+)+$/']);
});

it('reads everything where the settings are no settings', async () => {
  for (const settings of ['', '[]', '{ "userIgnoreFilters": 7 }', '{ "userIgnoreFilters": [7, null, ""] }'])
    expect((await scanned(settings)).paths).toHaveLength(4);
});
