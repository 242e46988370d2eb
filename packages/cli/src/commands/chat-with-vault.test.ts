import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = { 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' };

it('answers each line of its input of the notes as they are, and ends at exit', async () => {
  await using vault = await setupVault(NOTES);
  const stdin =
    'How fast does the pump run?\n\nWho painted the ceiling?\nexit\nHow fast does the pump run?\n';
  const { code, stdout } = await vault.run(['chat'], { stdin });
  expect(stdout.match(/^The pump runs at 40 bar\.\n {2}pump\.md:3$/gmu)).toHaveLength(1);
  expect(stdout).toContain('The notes do not say: nothing in them is about this.');
  expect(code).toBe(1);
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 55 bar.\n');
  const later = await vault.run(['chat'], { stdin: 'How fast does the pump run?' });
  expect(later).toMatchObject({ code: 0, stdout: expect.stringContaining('55 bar') });
});

it('gives one JSON value a line for programs', async () => {
  await using vault = await setupVault(NOTES);
  const { stdout } = await vault.run(['chat', '--json'], {
    stdin: 'How fast does the pump run?\nWho is Ida?\n',
  });
  const [first, second, ...rest] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ abstained: false });
  expect(second).toMatchObject({ abstained: true });
  expect(rest).toEqual([]);
});
