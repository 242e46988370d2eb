import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const SAID = 'cost:: 49 EUR a month';
const OTHER = 'cost:: 59 EUR a month';
const secret = (text: string) => `---\nprivacy: secret\ndate: 2026-01-01\n---\n${text}\n`;

async function once<T>(vault: TestVault, task: (memory: Memory) => Promise<T>): Promise<T> {
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  return await task(memory);
}

/** The current secret claims, by text. */
const objects = (vault: TestVault) =>
  once(vault, async (memory) => {
    const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
    const live = claims.filter(({ status, object }) => status !== 'retracted' && object?.includes('EUR'));
    return live.map(({ object }) => object).sort();
  });

const idOf = async (memory: Memory, object: string): Promise<string> => {
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  return claims.find((claim) => claim.object?.startsWith(object))?.id ?? '';
};

const pairsOf = (vault: TestVault) =>
  once(vault, async (memory) =>
    (await memory.contradictions(undefined, { secret: true })).map(({ resolution }) => resolution),
  );

const move = async (vault: TestVault, from: string, to: string) => {
  const text = await readFile(join(vault.root, from));
  await rm(join(vault.root, from));
  await vault.write(to, text);
};

const dropIndex = (vault: TestVault) => rm(join(vault.root, '.memora'), { recursive: true });

/** Deletes the keys whose files match: the vault's, or the user's key of the ledger. */
const loseKeys = async (vault: TestVault, which: RegExp) => {
  const folder = join(vault.env['MEMORA_CONFIG_DIR'] ?? '', 'keys');
  const lost = (await readdir(folder)).filter((name) => which.test(name));
  expect(lost.length).toBeGreaterThan(0);
  for (const name of lost) await rm(join(folder, name));
};

const TAKES: [string, (memory: Memory, id: string) => Promise<unknown>][] = [
  ['forgotten', (memory, id) => memory.forget(id, 'wrong')],
  ['erased', (memory, id) => memory.erase({ claim: id }, { reveal: true })],
];

describe.each(TAKES)('a secret claim that is %s stays so', (_, take) => {
  it('through a rename, a move and a deleted database', async () => {
    await using vault = await setupVault({ 'a.md': secret(SAID), 'b.md': secret(OTHER) });
    expect(await objects(vault)).toHaveLength(2);
    await once(vault, async (memory) => take(memory, await idOf(memory, '49')));
    const left = [expect.stringContaining('59')];
    expect(await objects(vault)).toEqual(left);
    await move(vault, 'a.md', 'renamed.md');
    expect(await objects(vault)).toEqual(left);
    await dropIndex(vault);
    expect(await objects(vault)).toEqual(left);
    await move(vault, 'renamed.md', 'deep/er/a.md');
    await dropIndex(vault);
    expect(await objects(vault)).toEqual(left);
    const ledger = await readFile(join(vault.root, '_ledger.md'), 'utf8');
    // The figure alone may occur in a keyed mark or a time by chance. Its unit and the words around it
    // cannot.
    expect(ledger).not.toMatch(/EUR|month|cost::/u);
  });

  it('where the key of the vault is lost, and its ids are others, by the key of the ledger', async () => {
    await using vault = await setupVault({ 'a.md': secret(SAID), 'b.md': secret(OTHER) });
    await once(vault, async (memory) => take(memory, await idOf(memory, '49')));
    const left = [expect.stringContaining('59')];
    await loseKeys(vault, /^[0-9a-f]{32}\.key$/u);
    await dropIndex(vault);
    expect(await objects(vault)).toEqual(left);
    await move(vault, 'a.md', 'z.md');
    await dropIndex(vault);
    expect(await objects(vault)).toEqual(left);
  });

  it('where the key of the ledger is lost, by its id, for as long as its note stays', async () => {
    await using vault = await setupVault({ 'a.md': secret(SAID), 'b.md': secret(OTHER) });
    await once(vault, async (memory) => take(memory, await idOf(memory, '49')));
    await loseKeys(vault, /^ledger\.key$/u);
    await dropIndex(vault);
    expect(await objects(vault)).toEqual([expect.stringContaining('59')]);
  });

  it('not where both keys are lost: nothing knows it then', async () => {
    await using vault = await setupVault({ 'a.md': secret(SAID), 'b.md': secret(OTHER) });
    await once(vault, async (memory) => take(memory, await idOf(memory, '49')));
    await loseKeys(vault, /\.key$/u);
    await dropIndex(vault);
    expect(await objects(vault)).toHaveLength(2);
  });
});

it('keeps what was decided between secret claims', async () => {
  const price = (euros: string) =>
    `---\ntitle: Vault\nprivacy: secret\ndate: 2026-01-01\n---\nprice:: ${euros} EUR a month\n`;
  await using vault = await setupVault({ 'a.md': price('49'), 'b.md': price('59') });
  await once(vault, async (memory) => {
    const [pair] = await memory.contradictions(undefined, { secret: true });
    await memory.resolve(pair?.id ?? '', await idOf(memory, '49'), 'asked');
  });
  expect(await pairsOf(vault)).toEqual(['superseded']);
  await move(vault, 'a.md', 'z.md');
  expect(await pairsOf(vault)).toEqual(['superseded']);
  await loseKeys(vault, /^[0-9a-f]{32}\.key$/u);
  await dropIndex(vault);
  expect(await pairsOf(vault)).toEqual(['superseded']);
});
