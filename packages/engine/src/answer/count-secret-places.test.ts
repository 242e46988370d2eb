import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { countSecretPlaces } from './count-secret-places.ts';

it('counts only secret places that answer at least as well as what is open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memora-secrets-'));
  const vault = join(folder, 'vault');
  try {
    await mkdir(vault);
    await writeFile(
      join(vault, 'access.md'),
      '# Access\n\n<!--privacy:secret-->\nThe alarm code of the office is 4471.\n<!--/privacy-->\n\nServer room key: with the porter.\n',
    );
    await writeFile(join(vault, 'desks.md'), '# Desks\n\nThe desks of the office come from Linz.\n');
    await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
    await memory.index();
    expect(await countSecretPlaces(memory, 'What is the alarm code of the office?')).toBe(1);
    expect(await countSecretPlaces(memory, 'Who has the key of the server room?')).toBe(0);
    expect(await countSecretPlaces(memory, 'Where do the desks come from?')).toBe(0);
    expect(await countSecretPlaces(memory, 'Who painted the ceiling?')).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
