import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('shows a handful at most of what is open, and how to settle or leave it', async () => {
  const fields = Array.from({ length: 9 }, (_, i) => `gauge ${i}:: ${i + 20} bar`);
  await using vault = await setupVault({
    'old.md': `---\ndate: 2025-05-01\n---\n# Plant\n\nSee [[nowhere]] and [[nobody]].\n\n${fields.join('\n')}\n`,
    'new.md':
      '---\ndate: 2025-05-01\n---\n# Plant\n\ngauge 3:: 99 bar\n\nSee [[no place]], [[no one]] and [[nothing]].\n',
  });
  await vault.run(['index', '--no-write']);
  const { items, more } = await vault.json<{ items: { id: string }[]; more: number }>(['today']);
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThanOrEqual(5);
  expect(more).toBeGreaterThanOrEqual(0);
  const { stdout } = await vault.run(['today']);
  for (const { id } of items) expect(stdout).toContain(`memora challenge acknowledge ${id.slice(0, 8)}`);
  // The command changes nothing: acknowledged items are gone, shown ones stay.
  await vault.run(['challenge', 'acknowledge', items[0]?.id.slice(0, 8) ?? '']);
  const left = await vault.json<{ items: { id: string }[] }>(['today']);
  expect(left.items.map(({ id }) => id)).not.toContain(items[0]?.id);
});

it('says so where nothing is open', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await vault.run(['index', '--no-write']);
  expect(await vault.run(['today'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('Nothing'),
  });
});
