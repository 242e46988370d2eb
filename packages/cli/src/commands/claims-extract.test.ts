import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE =
  '# Kiln\n\nThe kiln burns at 900 degrees.\n\n<!--privacy:secret-->The code is 471108.<!--/privacy-->\n\nHello!\n';

it('shows what an extractor makes of one note, stores nothing, and shows no secret', async () => {
  await using v = await setupVault({ 'kiln.md': NOTE });
  expect(await v.json(['claims', 'extract', '--note', 'kiln.md'])).toMatchObject({
    note: 'kiln.md',
    claims: [{ subject: 'Kiln', source_text: 'The kiln burns at 900 degrees.', note: 'kiln.md' }],
    withheld: 1,
    segments: { total: 4, claimed: 1, gated: { heading: 1, greeting: 1 } },
    failures: [],
  });
  expect(await readdir(v.vault)).toEqual(['kiln.md']);
  const plain = await v.run(['claims', 'extract', '--note', 'kiln.md']);
  expect(plain.code).toBe(0);
  expect(plain.stdout).toContain('The kiln burns at 900 degrees.');
  expect(plain.stdout).not.toContain('471108');
  expect(plain.stderr).toContain('1 of 4 segments make claims; left out: 1 heading, 1 greeting; 1 secret');
});

it('says what is missing', async () => {
  await using v = await setupVault({ 'kiln.md': NOTE });
  expect(await v.run(['claims', 'extract'])).toMatchObject({ code: 2, stdout: '' });
  const { code, stderr } = await v.run(['claims', 'extract', '--note', 'no.md']);
  expect(code).toBe(2);
  expect(stderr).toContain('no such note');
});
