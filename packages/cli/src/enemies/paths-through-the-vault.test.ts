import { chownSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHostileVault } from '../testing-fixtures/open-hostile-vault.ts';

/** Commands that write to a path given by a person; `at` stands for the path. */
const COMMANDS: readonly (readonly string[])[] = [
  ['report', '--output', 'at'],
  ['report', '--share', '--output', 'at'],
  ['backup', 'at'],
  ['verify', '--html', 'at'],
  ['verify', '--receipt', 'at'],
];

it.each(COMMANDS)('%s %s follows no link that a vault brings along', async (...command) => {
  await using hostile = await openHostileVault((vault, outside) => {
    symlinkSync(join(outside, 'folder'), join(vault, 'reports'));
    symlinkSync(join(outside, 'profile'), join(vault, 'out.html'));
    symlinkSync(join(outside, 'absent'), join(vault, 'dangling.html'));
  });
  await hostile.run(['index']);
  const before = hostile.snapshot();
  for (const name of ['reports/new.html', 'reports/deeper/new.html', 'out.html', 'dangling.html']) {
    const argv = command.map((word) => (word === 'at' ? join(hostile.vault, name) : word));
    const { code, stderr } = await hostile.run(argv);
    expect([2, 4], stderr).toContain(code);
    expect(stderr).toMatch(/^memora: .+\n\s+\S/m);
    expect(hostile.snapshot()).toBe(before);
  }
  expect(readdirSync(join(hostile.outside, 'folder'))).not.toContain('new.html');
});

it('follows the links that a person has outside of the vault', async () => {
  await using hostile = await openHostileVault((vault, outside) =>
    symlinkSync(join(outside, 'folder'), join(vault, '../mine')),
  );
  await hostile.run(['index']);
  const { code } = await hostile.run(['report', '--output', join(hostile.vault, '../mine/new.html')]);
  expect(code).toBe(0);
  expect(existsSync(join(hostile.outside, 'folder/new.html'))).toBe(true);
});

it.runIf(process.getuid?.() === 0)('tells that somebody else owns .memora/', async () => {
  await using hostile = await openHostileVault(() => undefined);
  await hostile.run(['index']);
  const said = async () => (await hostile.run(['doctor'])).stdout;
  expect(await said()).toContain('the files of .memora/ are yours alone');
  const folder = join(hostile.vault, '.memora');
  for (const path of [folder, join(folder, 'memora.db')]) chownSync(path, 65_534, 65_534);
  expect(await said()).toMatch(/another user of this machine owns \., memora\.db.*\n.*chown/);
});
