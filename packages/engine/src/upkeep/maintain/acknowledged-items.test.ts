import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { note } from '../../testing-fixtures/drift-vault.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const NOW = new Date(2026, 5, 15, 9);

/** One of each kind of item that depends on claims. */
const NOTES = {
  'hall.md': note('Hall', '2025-11-01', 'We decided to rent the hall; to be reviewed by 2026-05-01.'),
  'cook.md': note('Cook', '2026-02-01', 'Proposal: hire a second cook.'),
  'who.md': note('Pump', null, 'Who feeds the pump?'),
  'one.md': note('One', null, 'More of it stands in [[pump care]].'),
  'two.md': note('Two', null, 'See [[pump care]] for the rest.'),
  's/old.md': note('serialization-2024', '2024-11-04', 'The wire version of Drift Core is 1.'),
  's/new.md': note('drift Serialization Decision', '2025-09-12', 'The wire version of Drift Core is 2.'),
  'plan.md': note('Plan', '2025-08-01', 'The rollout plan depends on [[serialization-2024]].'),
  'zig.md': note('Three', null, 'The rack count of Drift Bench is 7.'),
  'go.md': note('Four', null, 'The rack count of Drift Bench is 5.'),
  'c.md': note('Five', null, 'The rack count of Drift Bench is 9.'),
  'a/x.md': note('Ax', null, 'Alpha depends on Redis.'),
  'b/y.md': note('By', null, 'Beta depends on Redis.'),
  'd/z.md': note('Dz', null, 'Gamma depends on Redis.'),
};

async function once<T>(vault: TestVault, task: (memory: Memory) => Promise<T>, env = vault.env): Promise<T> {
  await using memory = await openMemory({ vault: vault.root, env, now: () => NOW });
  await memory.index({ writeNotes: false });
  return await task(memory);
}

const itemsOf = (memory: Memory) => memory.challenge({ dryRun: true }).then(({ items }) => items);

const openOnes = (vault: TestVault, env = vault.env) =>
  once(
    vault,
    async (memory) =>
      (await itemsOf(memory))
        .filter(({ acknowledged }) => !acknowledged)
        .map(({ kind, reason, evidence }) => [kind, reason, evidence[0]?.note]),
    env,
  );

const move = async (vault: TestVault, from: string, to: string) => {
  const text = await readFile(join(vault.root, from));
  await rm(join(vault.root, from));
  await vault.write(to, text);
};

const dropIndex = (vault: TestVault) => rm(join(vault.root, '.memora'), { recursive: true });

const acknowledgeAll = (vault: TestVault) =>
  once(vault, async (memory) => {
    const kinds: string[] = [];
    for (const { id, kind, reason } of await itemsOf(memory)) {
      kinds.push(`${kind} ${reason}`);
      await memory.acknowledge(id, 'seen');
    }
    return [...new Set(kinds)].sort();
  });

it('keeps items quiet where their notes are renamed and moved, and where the database goes too', async () => {
  await using vault = await setupVault(NOTES);
  expect(await acknowledgeAll(vault)).toEqual([
    'contradiction same_region',
    'cross_region shared_object',
    'decision review_due',
    'decision still_proposed',
    'frontier dangling_link',
    'open_question unanswered',
    'stale superseded_ground',
  ]);
  expect(await openOnes(vault)).toEqual([]);
  for (const path of Object.keys(NOTES)) {
    await move(vault, path, path.includes('/') ? path.replace('/', '/zz-') : `zz-${path}`);
  }
  expect(await openOnes(vault)).toEqual([]);
  await dropIndex(vault);
  expect(await openOnes(vault)).toEqual([]);
});

it('keeps the ground of what is stale quiet when that is renamed, and what names it with it', async () => {
  await using vault = await setupVault(NOTES);
  await acknowledgeAll(vault);
  await move(vault, 's/old.md', 'older/old.md');
  expect(await openOnes(vault)).toEqual([]);
  await dropIndex(vault);
  expect(await openOnes(vault)).toEqual([]);
});

it('tells of the second of two that say the same, when one was seen', async () => {
  const asked = 'Who feeds the pump?\n';
  await using vault = await setupVault({ 'a.md': asked, 'b.md': asked });
  await once(vault, async (memory) => {
    const [item] = (await itemsOf(memory)).filter(({ evidence }) => evidence[0]?.note === 'a.md');
    await memory.acknowledge(item?.id ?? '', 'seen');
  });
  const told = [['open_question', 'unanswered', 'b.md']];
  expect(await openOnes(vault)).toEqual(told);
  await move(vault, 'a.md', 'x/a.md');
  expect(await openOnes(vault)).toEqual(told);
  await dropIndex(vault);
  expect(await openOnes(vault)).toEqual(told);
  await rm(join(vault.root, 'x/a.md'));
  expect(await openOnes(vault)).toEqual(told);
});

it('tells again of an item about which something changed while its notes moved', async () => {
  await using vault = await setupVault(NOTES);
  await acknowledgeAll(vault);
  await move(vault, 'one.md', 'x/one.md');
  await vault.write('three.md', note('Three', null, 'All about it: [[pump care]].'));
  await move(vault, 'a/x.md', 'a/xx.md');
  await vault.write('e/w.md', note('Ew', null, 'Delta depends on Redis.'));
  expect((await openOnes(vault)).map(([, reason]) => reason).sort()).toEqual([
    'dangling_link',
    'shared_object',
  ]);
});

it('holds where two notes have one id, and one of them goes', async () => {
  const text = (more: string) => `---\nid: x\n---\n# Works\n\n${more}\n\nWho feeds the pump?\n`;
  await using vault = await setupVault({ 'b.md': text('The hall is red.') });
  await acknowledgeAll(vault);
  await vault.write('a.md', text('The hall is blue.'));
  // The other item has the id now and was not seen. The seen one stays hidden.
  expect(await openOnes(vault)).toContainEqual(['open_question', 'unanswered', 'a.md']);
  expect(await openOnes(vault)).not.toContainEqual(['open_question', 'unanswered', 'b.md']);
  await rm(join(vault.root, 'a.md'));
  expect(await openOnes(vault)).toEqual([]);
  await dropIndex(vault);
  expect(await openOnes(vault)).toEqual([]);
});

it('names an item by nothing that can be guessed, and holds by the ids without the key', async () => {
  await using vault = await setupVault(NOTES);
  await acknowledgeAll(vault);
  const ledger = await readFile(join(vault.root, '_ledger.md'), 'utf8');
  for (const word of ['pump', 'Redis', 'Zig', 'cook']) expect(ledger).not.toContain(`${word} `);
  const elsewhere = { ...vault.env, MEMORA_CONFIG_DIR: join(dirname(vault.root), 'other-config') };
  await dropIndex(vault);
  expect(await openOnes(vault, elsewhere)).toEqual([]);
});
