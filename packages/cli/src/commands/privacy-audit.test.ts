import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'ida.md': '# Ida\n\nIda likes tea. <!--privacy:secret-->Ida sold the falcon boat to Bo.<!--/privacy-->\n',
  'Salary of Sarah.md': '---\nprivacy: secret\n---\nSarah.\n',
  'board.canvas': '{"nodes":[{"text":"Ida sold the falcon boat to Bo.","file":"Salary of Sarah.md"}]}',
  'Salary of Sarah.pdf': '%PDF',
  ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`img/p${i}.png`, 'x'])),
};

it('names files that are not read, without the names of secret notes', async () => {
  await using v = await setupVault(NOTES);
  const { stdout, code } = await v.run(['privacy', 'audit']);
  expect(code).toBe(0);
  expect(stdout).toContain('canvas: board.canvas\n');
  expect(stdout).toMatch(/attachment: \[redacted\]\.pdf, img\/p0\.png, .*, and 3 more \(--json names them\)/);
  expect(stdout).not.toMatch(/Sarah|falcon/);
  const audit = (await v.json(['privacy', 'audit'])) as { unread: object[] };
  expect(audit.unread).toHaveLength(9);
  expect(audit.unread).toContainEqual({ path: 'board.canvas', why: 'canvas', holds: [] });
});

it('tells the owner what stands in them', async () => {
  await using v = await setupVault(NOTES);
  const { stdout } = await v.run(['privacy', 'audit', '--reveal']);
  expect(stdout).toContain('board.canvas (canvas): repeats secret text of a note, names a secret note\n');
  expect(stdout).toContain('Salary of Sarah.pdf');
  expect(stdout).not.toContain('falcon');
});
