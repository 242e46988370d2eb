import type { WireText } from '@memora/core';
import { createEgress, toWireText } from '@memora/privacy';
import { expect, it } from 'vitest';
import { defaultConfig } from '../config/load-config.ts';
import { openEmbeddingServer } from '../testing-fixtures/embedding-server.ts';
import { openEmbedder } from '../vectors/open-embedder.ts';
import { keyFor, PROVIDERS, type ProviderRow } from './providers.ts';

const KEYS = {
  OPENAI_API_KEY: 'sk-openai',
  ANTHROPIC_API_KEY: 'sk-anthropic',
  OLLAMA_API_KEY: 'sk-ollama',
  STRANGER_API_KEY: 'sk-stranger',
};
const STRANGER: ProviderRow = {
  endpoint: 'https://models.stranger.example/v1',
  key: { variable: 'STRANGER_API_KEY', service: 'https://models.stranger.example/v1' },
  chatModel: 'm',
  embedding: null,
};

it.each(['ollama', 'openai', 'openai-compatible'] as const)(
  'an embedder is sent the key of its own row and no other: %s',
  async (provider) => {
    await using server = await openEmbeddingServer();
    const egress = createEgress({ guard: 'none', allowNetwork: false, retries: 0 });
    const config = { ...defaultConfig().embed, provider, model: 'letters', dim: 26, endpoint: server.url };
    const open = (isNamedByUser: boolean) =>
      openEmbedder({ config, egress: async () => egress, env: KEYS, isNamedByUser });
    const text = toWireText({ text: 'soup', band: 'private' }, 'loopback') as WireText;
    await (await open(true))?.embed([text], { role: 'query', signal: AbortSignal.timeout(30_000) });
    await (await open(false))?.embed([text], { role: 'query', signal: AbortSignal.timeout(30_000) });
    egress.close();
    const sent = server.headers.map((headers) => (headers as Record<string, string>)['authorization']);
    expect(sent).toEqual([`Bearer ${KEYS[PROVIDERS[provider].key.variable]}`, undefined]);
  },
);

it('a stranger’s provider is never sent the key of OpenAI, wherever it answers and whoever named the address', () => {
  for (const endpoint of [null, STRANGER.endpoint, 'https://api.openai.com/v1', 'http://127.0.0.1:1/v1'])
    for (const isNamedByUser of [true, false]) {
      expect(keyFor({ ...STRANGER, key: null }, KEYS, endpoint, isNamedByUser)).toBeUndefined();
      expect([undefined, 'sk-stranger']).toContain(keyFor(STRANGER, KEYS, endpoint, isNamedByUser));
      const { STRANGER_API_KEY: _, ...others } = KEYS;
      expect(keyFor(STRANGER, others, endpoint, isNamedByUser)).toBeUndefined();
    }
  expect(keyFor(STRANGER, KEYS, null, false)).toBe('sk-stranger');
});

it('a row that does not say which key is for it does not compile', () => {
  const { key: _, ...keyless } = STRANGER;
  // @ts-expect-error: `null` has to be written where no key is for it.
  const row: ProviderRow = keyless;
  expect(row).not.toHaveProperty('key');
});
