import { setTimeout as wait } from 'node:timers/promises';
import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { guardModel } from '../../models/guard-model.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { guardEmbedder } from '../../vectors/guard-embedder.ts';

const CODE = 'zanzibar-471108';
const MARKED = `# Ida\n\n<!--privacy:secret-->The code is ${CODE}.<!--/privacy-->\n`;

it('knows what a note has made secret since it was built, before any index', async () => {
  await using vault = await setupVault({ 'ida.md': '# Ida\n\nIda likes tea.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect(await memory.guard.scan([`so it is ${CODE}`])).toEqual([]);
  await vault.write('ida.md', MARKED);
  await wait(300);
  expect(await memory.guard.scan([`so it is ${CODE}`])).not.toEqual([]);
  await vault.write('ida.md', '# Ida\n\nIda likes tea.\n');
  memory.guard.invalidate();
  expect(await memory.guard.scan([`so it is ${CODE}`])).toEqual([]);
});

it("scans every call of a caller's model, and every text for a caller's embedder", async () => {
  await using vault = await setupVault({ 'ida.md': MARKED });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  let called = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      called++;
      throw new Error('unreachable');
    },
  });
  const guarded = await guardModel(model, memory.guard, ['what is it?']);
  const call = generateText({ model: guarded, prompt: `The code is ${CODE}.`, maxRetries: 0 });
  await expect(call).rejects.toMatchObject({ code: 'SECRET_IN_PAYLOAD' });
  expect(called).toBe(0);

  const options = { role: 'document', signal: AbortSignal.timeout(1_000) } as const;
  const embedder = { id: 'e', version: '1', dimensions: 2, embed: async () => [[1, 0]] };
  const cloud = guardEmbedder({ ...embedder, place: 'cloud-embedder' }, memory.guard);
  const local = guardEmbedder({ ...embedder, place: 'loopback' }, memory.guard);
  const texts = [`The code is ${CODE}.`] as never;
  await expect(cloud.embed(texts, options)).rejects.toMatchObject({ code: 'SECRET_IN_PAYLOAD' });
  expect(await cloud.embed(texts, { ...options, role: 'query' })).toEqual([[1, 0]]);
  expect(await local.embed(texts, options)).toEqual([[1, 0]]);
});

it('takes the name of an open note for no secret that a secret note has as its heading, and a code in a name for one', async () => {
  await using vault = await setupVault({
    'told.md': 'The relay hums.\n',
    'zanzibar-471108.md': 'The pump is silent.\n',
    'safe.md': `---\nprivacy: secret\n---\n# Told\n\n${CODE}\n\n# Withheld\n`,
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect(await memory.guard.scan(['told. The relay hums.'])).toEqual([]);
  expect(await memory.guard.scan(['withheld. The relay hums.'])).not.toEqual([]);
  expect(await memory.guard.scan([`${CODE}. The pump is silent.`])).not.toEqual([]);
});
