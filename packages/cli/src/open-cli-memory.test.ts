import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';

it('reports a setting that is gone even if the config of the vault was refused, and nothing else of it', async () => {
  await using vault = await setupVault({ 'a.md': 'The relay of Harbor runs in Lisbon.\n' });
  await vault.write('.memora/config.toml', '[retrieval]\nlearn_from_use = true\n');
  expect((await vault.run(['trust', '--refuse'])).code).toBe(0);
  await mkdir(join(vault.folder, 'config'), { recursive: true });
  await writeFile(join(vault.folder, 'config', 'config.toml'), '[memory]\nhalf_life_days = 3\n');
  const { stderr } = await vault.run(['index']);
  expect(stderr).toContain('memory.half_life_days is no longer a setting');
  expect(stderr).not.toContain('learn_from_use');
  expect((await vault.run(['index', '--quiet'])).stderr).not.toContain('half_life_days');
});
