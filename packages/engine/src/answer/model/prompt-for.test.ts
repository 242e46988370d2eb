import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it('fills a prompt for a model of the caller as the settings say', async () => {
  const part = (i: number) =>
    `## Winch ${i}\n\n${`The winch ${i} lifts ${i} tons of cargo over pier ${i}. `.repeat(12)}\n`;
  const notes = Object.fromEntries(
    Array.from({ length: 80 }, (_, i) => [`winch-${i}.md`, `# Winches\n\n${part(i + 1)}`]),
  );
  await using vault = await setupVault(notes);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { prompt } = await memory.prompt('What does the winch lift?');
  expect(prompt).toMatch(/^\[\d+\] winch-\d+\.md › Winches › Winch \d+$/mu);
  // 6,000 tokens of four characters, and no more.
  expect(prompt.length).toBeGreaterThan(20_000);
  expect(prompt.length).toBeLessThan(26_000);
}, 60_000);
