import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTE = `# Pump

The pump runs at 40 bar.

<!--privacy:secret-->The door code of the pump is 471108.<!--/privacy-->
`;

it.each(['471108', '4712'])(
  'tells a cloud model nothing of its guess %s at a secret claim whose id it was given',
  async (guess) => {
    await using vault = await setupVault({ 'pump.md': NOTE });
    let secretId = '';
    const draft = () =>
      `The door code of the pump is ${guess} [claim:${secretId}].\nThe pump runs at 90 bar [1: "runs at 40 bar"].`;
    await using server = await openModelServer([{ say: draft }]);
    const flags = {
      'llm.provider': 'openai-compatible',
      'llm.endpoint': server.url,
      'privacy.loopback': 'cloud',
    };
    await using memory = await openMemory({
      vault: vault.root,
      env: { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' },
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
    await memory.index();
    const { claims } = await memory.claims.listClaims();
    secretId = claims.find(({ band }) => band === 'secret')?.id ?? '';
    await memory.ask('What is the door code of the pump?');
    const told = server.requests
      .map((request) => JSON.stringify(request))
      .filter((request) => request.includes('Your last draft was checked'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('90 bar');
    expect(told[0]).not.toContain(guess);
    expect(told[0]).not.toContain(secretId);
  },
);
