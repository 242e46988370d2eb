import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTE = '# Ida\n\nIda runs the harbour.\n\nIda wants to settle in Bergen next May.\n';
const MARKED = NOTE.replace(/(Ida wants.*\.)/u, '<!--privacy:secret-->$1<!--/privacy-->');

it.each([
  ['says what its lines say', NOTE, true],
  ['says nothing of a line that has become secret since', MARKED, false],
  [
    'says nothing of a line that was reworded and hidden since',
    NOTE.replace(/Ida wants.*/u, 'She goes to <!--privacy:secret-->Bergen<!--/privacy--> soon.'),
    false,
  ],
])('an earlier answer that a model elsewhere reads again %s', async (_, now, isSaid) => {
  await using vault = await setupVault({ 'ida.md': NOTE });
  const say = (prompt: string) => {
    const [, handle = '1'] = /\[(\d+)\][^[]*settle in/u.exec(prompt) ?? [];
    return `Next spring her home will be Bergen. [${handle}]`;
  };
  await using server = await openModelServer([{ say }]);
  const flags = {
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'privacy.loopback': 'cloud',
  };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  const bands = ['public', 'private'] as const;
  const question = 'Where does Ida want to settle?';
  const { cleanText } = await memory.ask(question, { bands });
  expect(cleanText).toContain('Bergen');
  await vault.write('ida.md', now);
  await memory.ask('And when?', { bands, before: [{ question, answer: cleanText }] });
  const asked = server.rewrites.at(-1) ?? '';
  expect(asked).toContain(question);
  expect(asked.includes('Bergen')).toBe(isSaid);
});
