import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { createReport } from './create-report.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

it('shows what conversations say only where it is asked to', async () => {
  await using folder = await setupVault({ 'harbor.md': '# Harbor\n\nHarbor costs 49 EUR.\n' });
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const chat = JSON.stringify([{ role: 'user', content: 'Zanzibar costs 59 EUR.' }]);
  for await (const found of memory.importConversations(new TextEncoder().encode(chat)))
    expect(found).toMatchObject({ added: 1 });
  const without = await createReport(memory);
  expect(without.html).toContain('49 EUR');
  expect(without.html).not.toMatch(/Zanzibar|conversations\/undated/u);
  expect(without.figures.notes).toBe(1);
  const asked = await createReport(memory, { conversations: true });
  expect(asked.html).toContain('Zanzibar costs 59 EUR');
  expect(asked.figures.notes).toBe(2);
});
