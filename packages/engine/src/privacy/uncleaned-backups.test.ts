import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { rememberWritten } from './erasing/written-files.ts';

const OPEN_NOTE = '# Ida\n\nIda likes tea. Her code is zanzibar.\n';
const SECRET_NOTE = '# Ida\n\nIda likes tea. <!--privacy:secret-->Her code is zanzibar.<!--/privacy-->\n';

const backupChecks = async (memory: Memory) =>
  (await memory.doctor()).checks.filter(({ name }) => name === 'backups');
const besideVault = (vault: TestVault, name: string): string => join(dirname(vault.root), name);

it('names a backup that cannot be cleaned, why, and what to do, and cleans the others', async () => {
  await using vault = await setupVault({ 'a.md': OPEN_NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const paths = ['damaged.db', 'folder.db', 'good.db', 'gone.db'].map((name) => besideVault(vault, name));
  const [damaged = '', folder = '', good = '', gone = ''] = paths;
  for (const path of paths) await memory.backup(path);
  await writeFile(damaged, `no database at all, Her code is zanzibar. ${'x'.repeat(5_000)}`);
  for (const path of [folder, gone]) await rm(path);
  await mkdir(folder);
  await vault.write('a.md', SECRET_NOTE);
  const { uncleanedBackups, report } = await memory.index();
  expect(report.failed).toBe(0);
  const remedy = 'Delete it; `memora backup` writes a new one.';
  expect(uncleanedBackups).toEqual([
    { path: damaged, code: 'DATABASE_CORRUPT', reason: `${damaged} is not a readable database`, remedy },
    {
      path: folder,
      code: 'FILE_REFUSED',
      reason: `${folder} is not a regular file; Memora does not touch it`,
      remedy,
    },
  ]);
  expect((await readFile(good)).toString('latin1')).not.toContain('zanzibar');
  expect(await readdir(dirname(gone))).not.toContain('gone.db');
  expect(JSON.stringify(uncleanedBackups)).not.toContain('zanzibar');
});

it('is told by the doctor until the file is gone or a new backup stands there, and by no run that hides nothing', async () => {
  await using vault = await setupVault({ 'a.md': OPEN_NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect((await memory.index()).uncleanedBackups).toEqual([]);
  const [one, two] = [besideVault(vault, 'one.db'), besideVault(vault, 'two.db')];
  for (const path of [one, two]) await memory.backup(path);
  expect(await backupChecks(memory)).toEqual([]);
  for (const path of [one, two]) await writeFile(path, 'no database at all, '.repeat(300));
  await vault.write('a.md', SECRET_NOTE);
  await memory.index();
  await memory.index({ full: true });
  const warning = (path: string) => ({
    name: 'backups',
    status: 'warning',
    detail: `a backup may still contain text that has become secret: ${path} is not a readable database (DATABASE_CORRUPT)`,
    remedy: 'Delete it; `memora backup` writes a new one.',
  });
  expect((await memory.index()).uncleanedBackups).toEqual([]);
  expect(await backupChecks(memory)).toEqual([warning(one), warning(two)]);
  await rm(one);
  expect(await backupChecks(memory)).toEqual([warning(two)]);
  await rm(two);
  await memory.backup(two);
  expect(await backupChecks(memory)).toEqual([]);
});

it('is not told of reports, which are removed and not cleaned', async () => {
  await using vault = await setupVault({ 'a.md': OPEN_NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const path = join(vault.root, '.memora', 'report.html');
  await writeFile(path, 'no database at all');
  await rememberWritten(vault.root, { kind: 'report', path }, vault.env);
  await vault.write('a.md', SECRET_NOTE);
  expect((await memory.index()).uncleanedBackups).toEqual([]);
  expect(await backupChecks(memory)).toEqual([]);
});

it('names what was set aside as damaged, which no run cleans, where something becomes secret, and the doctor names it always', async () => {
  await using vault = await setupVault({ 'a.md': OPEN_NOTE });
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
  }
  const database = join(vault.root, '.memora', 'memora.db');
  const bytes = await readFile(database);
  await writeFile(
    database,
    Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(4096, 7), bytes.subarray(8192)]),
  );
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.doctor({ repair: true });
  const names = (await readdir(join(vault.root, '.memora'))).filter((name) => name.includes('.damaged-'));
  expect(names.length).toBeGreaterThan(0);
  const aside = (await memory.doctor()).checks.filter(({ name }) => name === 'aside');
  expect(aside).toHaveLength(1);
  for (const name of names) expect(aside[0]?.detail).toContain(name);
  await memory.index();
  await vault.write('a.md', SECRET_NOTE);
  const { uncleanedBackups } = await memory.index();
  expect(uncleanedBackups.map(({ path, code }) => [path, code])).toEqual(
    names.map((name) => [join(vault.root, '.memora', name), 'DATABASE_ASIDE']),
  );
  for (const name of names) await rm(join(vault.root, '.memora', name));
  expect((await memory.doctor()).checks.filter(({ name }) => name === 'aside')).toEqual([]);
});
