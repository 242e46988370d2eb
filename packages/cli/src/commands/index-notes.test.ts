import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it.each([['index'], ['query', 'Who has the key?'], ['chat']])(
  'leaves a folder without notes as it is: %s',
  async (...argv) => {
    await using v = await setupVault({ 'harbour.png': 'no note' });
    const { code, stdout, stderr } = await v.run(argv, { stdin: 'Who has the key?\n' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('this folder contains no Markdown notes');
    expect(await readdir(v.vault)).toEqual(['harbour.png']);
  },
);

it('warns of a backup that could not be cleaned of what has become secret', async () => {
  await using v = await setupVault({ 'a.md': '# Ida\n\nHer code is zanzibar.\n' });
  const copy = join(v.folder, 'copy.db');
  expect((await v.run(['index'])).stderr).not.toContain('backup');
  expect((await v.run(['backup', copy])).code).toBe(0);
  await writeFile(copy, 'no database at all, '.repeat(300));

  await v.write('a.md', '# Ida\n\n<!--privacy:secret-->Her code is zanzibar.<!--/privacy-->\n');
  const { code, stderr } = await v.run(['index']);
  expect(code).toBe(0);
  expect(stderr).toContain(
    `warning a backup may still contain text that has become secret: ${copy} is not a readable database (DATABASE_CORRUPT)`,
  );
  expect(stderr).toContain('Delete it; `memora backup` writes a new one.');

  await v.write(
    'a.md',
    '# Ida\n\n<!--privacy:secret-->Her code is zanzibar.<!--/privacy-->\n\nBo likes fish.\n',
  );
  expect(await v.json(['index'])).toMatchObject({ backups_not_cleaned: [] });
  await v.write(
    'a.md',
    '# Ida\n\n<!--privacy:secret-->Her code is zanzibar. Bo likes fish.<!--/privacy-->\n',
  );
  expect(await v.json(['index'])).toMatchObject({
    backups_not_cleaned: [
      { path: copy, code: 'DATABASE_CORRUPT', remedy: expect.stringContaining('Delete') },
    ],
  });
  const doctor = await v.run(['doctor']);
  expect(doctor.code).toBe(0);
  expect(doctor.stdout).toContain(copy);
  expect(doctor.stdout).toContain('Delete it; `memora backup` writes a new one.');
});
