import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it('says which quoted words are not in the note, of each statement its own', async () => {
  await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const draft =
    'The pump runs at 40 bar [1: "runs at 40 bar"].\n' +
    'The pump is blue [1: "painted sky blue"].\n' +
    'The pump is loud [1: "roars like the sea"].';
  await using server = await openModelServer([{ say: draft }]);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  const { report } = await memory.ask('What is known of the pump?');
  const left = report.statements.filter(({ kept }) => !kept).map(({ reason }) => reason);
  expect(left).toEqual([
    'It quotes “painted sky blue”, and the passage that it names does not say that.',
    'It quotes “roars like the sea”, and the passage that it names does not say that.',
  ]);
});
