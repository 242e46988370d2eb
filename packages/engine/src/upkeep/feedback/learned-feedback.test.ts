import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = {
  'kestrel.md': '# Kestrel\n\nKestrel is run from desk 14.\n',
  'maren.md': '# Maren\n\nMaren can be reached on extension 471108.\n',
  'vault.md': '---\nprivacy: secret\n---\n# Vault\n\nThe vault opens with zyzzyva.\n',
};
const SESSION = ['From which desk is Kestrel run?', 'On which extension can Maren be reached?'];
const BOTH = 'whoever runs Kestrel';

const open = ({ root, env }: TestVault, learn = true) =>
  openMemory({ vault: root, env: { ...env, ...(learn ? { MEMORA_RETRIEVAL_LEARN_FROM_USE: 'true' } : {}) } });

async function setup(learn = true) {
  const vault = await setupVault(NOTES);
  const memory = await open(vault, learn);
  await memory.index();
  for (const question of SESSION) await memory.ask(question);
  const reaches = async () =>
    (await memory.query(BOTH)).hits.some(({ claim }) => claim.notePath === 'maren.md');
  return { vault, memory, reaches };
}

describe('learning from use', () => {
  test('is off unless it is set: no file, nothing learned', async () => {
    const { vault, memory, reaches } = await setup(false);
    expect(await reaches()).toBe(false);
    expect(await memory.feedback()).toEqual({ enabled: false, claims: 0, pairs: 0 });
    expect(existsSync(join(vault.root, '.memora', 'use.db'))).toBe(false);
    await memory.close();
    await vault[Symbol.asyncDispose]();
  });

  test('leads from what one answer cited to what the next one did, in later processes too, until it is reset', async () => {
    const { vault, memory, reaches } = await setup();
    expect(await reaches()).toBe(true);
    await memory.close();
    await using later = await open(vault);
    expect((await later.query(BOTH)).hits.some(({ claim }) => claim.notePath === 'maren.md')).toBe(true);
    expect(await later.resetFeedback()).toBeGreaterThan(0);
    expect(await later.feedback()).toEqual({ enabled: true, claims: 0, pairs: 0 });
    expect((await later.query(BOTH)).hits.some(({ claim }) => claim.notePath === 'maren.md')).toBe(false);
    await later.close();
    await vault[Symbol.asyncDispose]();
  });

  test('learns nothing of a secret claim, and nothing from a rehearsal', async () => {
    const { vault, memory } = await setup();
    const before = await memory.feedback();
    await memory.ask('What does the vault open with?');
    await memory.audit({ question: SESSION[0] as string });
    expect(await memory.feedback()).toEqual(before);
    await memory.close();
    await vault[Symbol.asyncDispose]();
  });

  test('unlearns a claim that is erased, and one whose text is gone', async () => {
    const { vault, memory } = await setup();
    expect((await memory.feedback()).pairs).toBeGreaterThan(0);
    const { claims } = await memory.claims.listClaims();
    const erased = claims.find(({ notePath }) => notePath === 'maren.md');
    await memory.erase(erased?.id as string);
    const left = await memory.feedback();
    await vault.write('kestrel.md', '# Kestrel\n\nNothing is known of it now.\n');
    await memory.index();
    expect([left.claims, (await memory.feedback()).claims]).toEqual([0, 0]);
    await memory.close();
    await vault[Symbol.asyncDispose]();
  });
});
