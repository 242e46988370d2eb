import { estimateTokens } from '@memora/language/text';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it.each([
  [
    'English',
    6_000,
    'What does the winch lift?',
    (i: number) => `The winch ${i} lifts ${i} tons over pier. `,
  ],
  [
    'Japanese',
    6_000,
    'ウインチは何を持ち上げますか',
    (i: number) => `ウインチ${i}は桟橋の上で荷物を${i}トン持ち上げます。`,
  ],
  ['more', 9_000, 'What does the winch lift?', (i: number) => `The winch ${i} lifts ${i} tons over pier. `],
])(
  'fills a prompt for a model of the caller as the settings say: %s',
  async (_, most, question, sentence) => {
    const notes = Object.fromEntries(
      Array.from({ length: 80 }, (_, i) => [
        `winch-${i}.md`,
        `# Winches\n\n## Winch ${i + 1}\n\n${sentence(i + 1).repeat(16)}\n`,
      ]),
    );
    await using vault = await setupVault(notes);
    const flags = { 'retrieval.prompt_tokens': `${most}` };
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
    await memory.index();
    const { prompt } = await memory.prompt(question);
    expect(prompt).toMatch(/^\[\d+\] winch-\d+\.md › Winches › Winch \d+$/mu);
    // A text costs a model about this share of its estimate, in any script.
    const tokens = 0.72 * estimateTokens(prompt);
    expect(tokens).toBeGreaterThan(0.75 * most);
    expect(tokens).toBeLessThan(most);
  },
  60_000,
);
