import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, SETTINGS } from '@memora/engine/config';
import { expect, it } from 'vitest';

const SCAFFOLD = new URL('../../assets/scaffold/dot-memora/config.toml', import.meta.url);

it('the config that init writes shows settings that exist, with their defaults', async () => {
  const text = await readFile(SCAFFOLD, 'utf8');
  const uncommented = text.replace(/^# (?=[a-z_]+ = |\[)/gm, '').replace(/^(?:model|endpoint) = ""\n/gm, '');
  const vault = await mkdtemp(join(tmpdir(), 'memora-scaffold-'));
  try {
    await mkdir(join(vault, '.memora'));
    await writeFile(join(vault, '.memora', 'config.toml'), uncommented);
    const { settings, ignored } = await loadConfig({ vault, env: {}, configDir: join(vault, 'none') });
    expect(ignored).toEqual([]);
    const shown = settings.filter(({ layer }) => layer === 'vault');
    expect(shown.length).toBeGreaterThan(20);
    const fallbacks = new Map(SETTINGS.map(({ key, fallback }) => [key, fallback]));
    // `init` chooses these two for a new vault.
    const chosen = new Map<string, unknown>([
      ['frontmatter.mode', 'infer'],
      ['indexing.exclude', ['semantic/_template.md']],
    ]);
    for (const { key, value } of shown)
      expect([key, value]).toEqual([key, chosen.get(key) ?? fallbacks.get(key)]);
  } finally {
    await rm(vault, { recursive: true, force: true });
  }
});
