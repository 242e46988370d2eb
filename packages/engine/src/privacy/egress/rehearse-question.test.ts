import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md':
    '# Pump\n\nThe pump runs at 40 bar. The pump has a seal.\n\n<!--privacy:secret-->The pump code is zanzibar.<!--/privacy-->\n',
};
const QUESTION = 'At how many bar does the pump run?';
const configOf = (url: string, loopback: string) =>
  `[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "${url}"\n[privacy]\nloopback = "${loopback}"\n`;

it('says, byte for byte, what a question would send, and sends nothing', async () => {
  await using server = await openModelServer([{ say: 'NO ANSWER' }]);
  await using vault = await setupVault(NOTES, { OPENAI_API_KEY: 'k' });
  await vault.write('../config/config.toml', configOf(server.url, 'cloud'));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { rehearsal } = await memory.audit({ question: QUESTION });
  expect(server.requests).toEqual([]);
  expect(await readFile(join(vault.root, '.memora', 'egress.jsonl'), 'utf8').catch(() => '')).toBe('');
  const sent = { kind: 'chat', outcome: 'sent', code: null };
  // The search words that a model gives decide which passages follow.
  expect(rehearsal).toMatchObject({ exact: false, requests: [sent, sent] });
  const [words, request] = rehearsal?.requests ?? [];
  expect(words?.body).not.toContain('40 bar');
  expect(request?.body).toContain('40 bar');
  expect(request?.body).not.toContain('zanzibar');

  await memory.ask(QUESTION, { bands: ['public', 'private'] });
  expect(server.rewrites).toEqual([words?.body]);
  expect(server.requests).toEqual([request?.body]);
  expect(request?.bytes).toBe(Buffer.byteLength(server.requests[0] ?? ''));
});

it('shows no body of what stays on this machine, and nothing where the network is off', async () => {
  await using server = await openModelServer([]);
  await using vault = await setupVault(NOTES, { OPENAI_API_KEY: 'k' });
  await vault.write('../config/config.toml', configOf(server.url, 'local'));
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { rehearsal } = await memory.audit({ question: QUESTION });
    expect(rehearsal?.requests).toMatchObject([
      { outcome: 'local', body: null },
      { outcome: 'local', body: null },
    ]);
  }
  await vault.write('../config/config.toml', configOf('http://203.0.113.9/v1', 'local'));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect((await memory.audit({ question: QUESTION })).rehearsal).toEqual({ requests: [], exact: true });
});
