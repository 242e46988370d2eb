import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'plant/pump.md':
    '# Pump\r\n\r\nThe pump runs at 40 bar.\r\n\r\n<!--privacy:secret-->The safe opens with 471108.<!--/privacy-->\r\n',
  'safe.md': '---\nprivacy: secret\n---\nThe code is heliotrope.\n',
};

it('shows the line that an answer names, with the claims on it, by whatever line ends', async () => {
  await using vault = await setupVault(NOTES);
  await vault.run(['index', '--no-write']);
  const { stdout, code } = await vault.run(['show', 'plant/pump.md:3']);
  expect(code).toBe(0);
  expect(stdout).toContain('  1  # Pump');
  expect(stdout).toContain('> 3  The pump runs at 40 bar.');
  expect(stdout).toMatch(/^\w{16} {2}fact about Pump {2}\(current\)$/mu);
  expect(await vault.json(['show', 'plant/pump:3'])).toMatchObject({
    note: 'plant/pump.md',
    line: 3,
    text: 'The pump runs at 40 bar.',
    claims: [{ note: 'plant/pump.md', status: 'current' }],
  });
});

it('says nothing of what is secret unless it is revealed', async () => {
  await using vault = await setupVault(NOTES);
  await vault.run(['index', '--no-write']);
  for (const place of ['plant/pump.md', 'plant/pump.md:5', 'safe.md', 'safe.md:4']) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await vault.run(['show', place, ...more]);
      expect(stdout + stderr).not.toMatch(/471108|heliotrope|safe\.md/u);
      expect(stdout).toContain('[redacted]');
    }
  }
  expect((await vault.run(['show', 'safe.md:4', '--reveal'])).stdout).toContain('heliotrope');
});

it('names what is wrong with a place', async () => {
  await using vault = await setupVault(NOTES);
  await vault.run(['index', '--no-write']);
  for (const [place, why] of [
    ['no.md:3', 'there is no note "no.md"'],
    ['plant/pomp.md:3', 'Did you mean plant/pump.md:3?'],
    ['Pump', 'Did you mean plant/pump.md?'],
    ['../out.md:1', 'there is no note'],
    [':3', 'there is no note ""'],
    ['plant/pump.md:0', 'counted from 1'],
    ['plant/pump.md:900', 'has 5 lines'],
  ] as const) {
    const { code, stderr } = await vault.run(['show', place]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  // The name of a secret note is not suggested.
  expect((await vault.run(['show', 'saffe.md'])).stderr).not.toContain('safe.md');
});

it('numbers the lines below a secret place as the file does', async () => {
  await using vault = await setupVault({
    'access.md':
      '# Access\n\n<!--privacy:secret-->\nThe safe opens with 471108.\n\nThe alarm is heliotrope.\n<!--/privacy-->\n\nThe key is with the porter.\n',
  });
  await vault.run(['index', '--no-write']);
  const { stdout } = await vault.run(['show', 'access.md:9']);
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '  6  [redacted]',
    '  7  [redacted]',
    '  8  ',
    '> 9  The key is with the porter.',
  ]);
  const whole = (await vault.run(['show', 'access.md'])).stdout.split('\n');
  expect(whole.slice(2, 9).map((line) => line.trim())).toEqual([
    ...[3, 4, 5, 6, 7].map((line) => `${line}  [redacted]`),
    '8',
    '9  The key is with the porter.',
  ]);
  const revealed = (await vault.run(['show', 'access.md:4', '--reveal'])).stdout;
  expect(revealed).toContain('> 4  The safe opens with 471108.');
  expect((await vault.run(['privacy', 'audit'])).stdout).toContain('access.md: line 3–7\n');
});
