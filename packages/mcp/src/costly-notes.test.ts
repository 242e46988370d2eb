import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { parseInTime } from './engine.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

const LONG = Array.from({ length: 4_000 }, (_, i) => `Mill ${i} is in Lyon.`).join(' ');
const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
type Vault = Awaited<ReturnType<typeof setupVault>>;

async function call(
  { vault, env }: Vault,
  name: string,
  input: object,
  more: Record<string, string> = {},
): Promise<unknown> {
  await using memory = await openMemory({ vault, env: { ...env, ...more } });
  const tool = toolsOf('all').find((each) => each.name === name);
  const run = tool?.run(memory, input as never, context as never);
  return await run?.catch(({ code, message, hint }) => ({ code, message, hint }));
}

/** Makes this process remember a note as one that exceeds its budget, as it does after an attempt. */
async function makeCostly(path: string, text: string): Promise<void> {
  const request = { path, defaultBand: 'private' as const, budget: { msPerMegabyte: 1, megabytes: 1_024 } };
  await expect(parseInTime(Buffer.from(text), request)).rejects.toMatchObject({ code: 'NOTE_TOO_COSTLY' });
}

it('reads no note that costs too much, and says so without a word of it', async () => {
  await using vault = await setupVault({ 'mills.md': LONG, 'tea.md': 'Ida likes tea.' });
  await makeCostly('mills.md', LONG);
  const said = await call(vault, 'memora_get_note', { id: 'mills' });
  expect(said).toMatchObject({ code: 'NOTE_TOO_COSTLY', hint: expect.stringMatching(/split/iu) });
  expect(JSON.stringify(said)).not.toContain('Lyon');
  expect(await call(vault, 'memora_get_note', { id: 'tea' })).toMatchObject({ body: 'Ida likes tea.' });
});

it('shows nothing of one whose detector cannot read it in time, nor of one that is secret', async () => {
  const secret = `---\nprivacy: secret\n---\n${LONG}`;
  await using vault = await setupVault({ 'mills.md': LONG, 'secret.md': secret });
  await makeCostly('mills.md', LONG);
  await makeCostly('secret.md', secret);
  const enforced = { MEMORA_PRIVACY_DETECTOR: 'enforce' };
  const said = [
    await call(vault, 'memora_get_note', { id: 'mills' }, enforced),
    await call(vault, 'memora_get_note', { id: 'secret.md' }),
  ];
  expect(said).toMatchObject([{ body_redacted: true }, { body: '[redacted]', privacy: 'secret' }]);
  expect(JSON.stringify(said)).not.toContain('Lyon');
});

it('tells by a code that a captured note could not be indexed', async () => {
  await using vault = await setupVault({ 'tea.md': 'Ida likes tea.' });
  // The server refuses: an unavailable one is tried again for a quarter of a minute.
  const refusing = createServer((_, response) => response.writeHead(400).end());
  await using _ = {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => refusing.close(() => resolve())),
  };
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  const note = { region: 'inbox', summary: 'Crane', body: 'The crane lifts 12 tons.' };
  const refused = {
    MEMORA_LLM_PROVIDER: 'openai-compatible',
    MEMORA_LLM_ENDPOINT: `http://127.0.0.1:${port}/v1`,
    MEMORA_INDEXING_EXTRACTOR: 'llm',
  };
  const told = await call(vault, 'memora_capture', note, refused);
  expect(told).toMatchObject({ path: 'inbox/Crane.md', not_indexed: 'MODEL_REFUSED' });
  expect(await call(vault, 'memora_capture', note)).toEqual({
    id: 'inbox/crane-2',
    path: 'inbox/Crane 2.md',
  });
});
