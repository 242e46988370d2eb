import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer, type Recording } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
  'mara.md': '# Mara\n\nMara works from Porto.\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe pump room safe opens with 471108-Kestrel.\n',
};
const QUESTION = 'the pressure of the pump, and the city of its mechanic';

async function setup(recording: Recording) {
  const vault = await setupVault(NOTES);
  const server = await openModelServer([recording]);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  return {
    memory,
    server,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await server[Symbol.asyncDispose]();
      await vault[Symbol.asyncDispose]();
    },
  };
}

describe('taking a question apart', () => {
  it('is off unless asked for, shows the model the question alone, and joins what the parts find', async () => {
    await using s = await setup({ say: '1. At how many bar does the pump run?\n2. Where does Mara work?' });
    const plain = await s.memory.query(QUESTION);
    expect(s.server.requests).toEqual([]);
    expect(plain.hits.map(({ claim }) => claim.notePath)).not.toContain('mara.md');

    const { hits, degraded } = await s.memory.query(QUESTION, { decompose: true });
    expect(degraded).toBe(false);
    expect(hits.map(({ claim }) => claim.notePath)).toEqual(expect.arrayContaining(['pump.md', 'mara.md']));
    expect(s.server.requests).toHaveLength(1);
    expect(s.server.requests[0]).toContain(QUESTION);
    expect(s.server.requests[0]).not.toMatch(/40 bar|Porto|471108/);
  });

  it('by a model that fails says so, and finds what the question finds', async () => {
    await using s = await setup({ status: 400 });
    const plain = await s.memory.query(QUESTION);
    const found = await s.memory.query(QUESTION, { decompose: true });
    expect(found.hits).toEqual(plain.hits);
    expect(found.degradedReasons).toEqual(['decomposition_failed']);
  });
});
