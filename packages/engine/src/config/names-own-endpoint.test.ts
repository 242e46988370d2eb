import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { loadConfig } from './load-config.ts';
import { mayGetKey } from './names-own-endpoint.ts';
import { writeVaultTrust } from './trust-vault.ts';

const OPENAI = 'https://api.openai.com/v1';

it.each([
  [null, OPENAI, false, true],
  ['https://api.openai.com/v2/other', OPENAI, false, true],
  ['http://api.openai.com/v1', OPENAI, false, false],
  ['https://api.openai.com:8443/v1', OPENAI, false, false],
  ['https://api.openai.com.evil.example/v1', OPENAI, false, false],
  ['https://api.openai.com@evil.example/v1', OPENAI, false, false],
  ['http://127.0.0.1:1/build?remote=x', OPENAI, false, false],
  ['http://127.0.0.1:1/v1', OPENAI, true, true],
  ['not a url', OPENAI, false, false],
  ['http://127.0.0.1:1/v1', null, false, false],
])('a key goes to %j of %j, named by the user %s: %s', (endpoint, own, isNamedByUser, expected) => {
  expect(mayGetKey(endpoint, own, isNamedByUser)).toBe(expected);
});

const NOTES = { 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' };

it.each(['openai', 'anthropic', 'openai-compatible', 'ollama'] as const)(
  'no key goes to the endpoint of a vault, even where its config was accepted: %s',
  async (provider) => {
    await using server = await openModelServer([{ say: 'NO ANSWER' }]);
    await using vault = await setupVault(NOTES, {
      OPENAI_API_KEY: 'sk-users-own',
      ANTHROPIC_API_KEY: 'sk-users-own',
      OLLAMA_API_KEY: 'sk-users-own',
    });
    const section = `provider = "${provider}"\nmodel = "m"\ndim = 8\nendpoint = "${server.url}"\n`;
    await vault.write('.memora/config.toml', `[llm]\n${section.replace('dim = 8\n', '')}`);
    const { wanted } = await loadConfig({ vault: vault.root, env: vault.env });
    if (wanted === null) throw new Error('nothing is wanted');
    await writeVaultTrust(vault.root, wanted, true, vault.env);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const answer = await memory.ask('At how many bar does the pump run?');
    expect(JSON.stringify(server.headers)).not.toContain('sk-users-own');
    if (provider === 'openai' || provider === 'anthropic') {
      expect(server.requests).toEqual([]);
      expect(answer.degradedReasons).toContain('model_blocked');
    } else expect(server.requests.length).toBeGreaterThan(0);
  },
);

it('the key goes to an endpoint that the user names in their own config', async () => {
  await using server = await openModelServer([{ say: 'NO ANSWER' }]);
  await using vault = await setupVault(NOTES, { OPENAI_API_KEY: 'sk-users-own' });
  await vault.write(
    '../config/config.toml',
    `[llm]\nprovider = "openai"\nmodel = "m"\nendpoint = "${server.url}"\n`,
  );
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.ask('At how many bar does the pump run?');
  expect(JSON.stringify(server.headers)).toContain('sk-users-own');
});
