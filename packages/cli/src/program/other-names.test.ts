import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('answers to `ask`, the word of the engine, as to `query`', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await vault.run(['index', '--no-write']);
  const answer = await vault.json<{ clean_text: string }>(['query', 'How fast does the pump run?']);
  expect(answer.clean_text).toContain('40 bar');
  expect(await vault.json(['ask', 'How fast does the pump run?'])).toEqual(answer);
});

it('asks what stands in place of a command, and takes a word that is none for a mistake', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await vault.run(['index', '--no-write']);
  const answer = await vault.json<{ clean_text: string }>(['query', 'How fast does the pump run?']);
  expect(await vault.json(['How fast does the pump run?'])).toEqual(answer);
  expect((await vault.run(['Pump?', '--quiet'])).stdout).toContain('40 bar');
  expect((await vault.run(['--quiet', 'How fast does the pump run?'])).stdout).toContain('40 bar');
  expect(await vault.run(['qurey'])).toMatchObject({ code: 2, stderr: expect.stringContaining('query') });
});
