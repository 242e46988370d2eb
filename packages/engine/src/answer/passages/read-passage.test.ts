import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const STEPS = Array.from(
  { length: 9 },
  (_, i) => `${i + 1}. Turn the winch of dock ${i + 1}, ${'slowly '.repeat(40)}`,
);

it.each([
  [
    'a step its number',
    STEPS.join('\n'),
    'winch dock',
    /(?:^|\n)1\. Turn the winch of dock 1,.*\n2\. Turn/su,
  ],
  ['a task its box', '- [x] Oil the winch.\n- [ ] Paint the winch.\n', 'oil winch', /^- \[x\] Oil/u],
  ['a heading its sign', 'Hello.\n\n## Winch\n\nThe winch is red.\n', 'winch', /## Winch/u],
])('the first line of a passage keeps %s', async (_, body, question, expected) => {
  const vault = await setupVault({ 'dock.md': body });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { passages } = await memory.passages(question);
  expect(passages.map(({ text }) => text).join('\n\n')).toMatch(expected);
  const { prompt } = await memory.prompt(question);
  expect(prompt).not.toContain('\n…\n');
  await vault[Symbol.asyncDispose]();
});

it('shows a passage of two copies once, and one of another day beside it', async () => {
  const body = '# Dock\n\nThe winch is red.\n';
  const vault = await setupVault({ 'dock.md': body, 'copy.md': body, '2026-03-04.md': body });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { passages } = await memory.passages('winch');
  expect(passages.flatMap(({ passage }) => passage.context.dates)).toEqual(['2026-03-04']);
  expect(passages).toHaveLength(2);
  await vault[Symbol.asyncDispose]();
});

it('keeps no secret that stands before a passage in its line', async () => {
  const vault = await setupVault({
    'dock.md': '# Dock\n\n<!--privacy:secret-->4711<!--/privacy--> 12. The winch is red.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect(JSON.stringify(await memory.passages('winch', { bands: ['public', 'private'] }))).not.toContain(
    '4711',
  );
  await vault[Symbol.asyncDispose]();
});
