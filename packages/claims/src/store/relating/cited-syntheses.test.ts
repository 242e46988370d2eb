import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const TEA = 'The kettle holds 2 litres.\n';

async function wordsById(vault: TestVault): Promise<Map<string, string>> {
  return new Map(
    (await vault.claims()).map(({ id, notePath, span }) => [
      id,
      vault.read(notePath).subarray(span.start, span.end).toString(),
    ]),
  );
}

async function idOf(vault: TestVault, words: string): Promise<string> {
  const found = [...(await wordsById(vault))].find(([, text]) => text.includes(words));
  if (found === undefined) throw new Error(`no claim says ${words}`);
  return found[0];
}

/** `derives` edges and stale claims, by their words. */
async function provenance(vault: TestVault) {
  const words = await wordsById(vault);
  const edges = await vault.store.edges({ types: ['derives'] });
  return {
    edges: edges.map(({ from, to }) => `${words.get(from)} <- ${words.get(to)}`).sort(),
    stale: (await vault.claims())
      .filter(({ status }) => status === 'stale')
      .map(({ id }) => words.get(id))
      .sort(),
  };
}

/** The same for a store that indexes the vault for the first time. */
async function provenanceAnew(vault: TestVault) {
  const paths = readdirSync(vault.root).filter((name) => name.endsWith('.md'));
  await using fresh = await setupVault(
    Object.fromEntries(paths.map((path) => [path, vault.read(path).toString()])),
  );
  await fresh.index();
  return await provenance(fresh);
}

const cites = (id: string) => `Two guests get tea from one kettle [claim:${id}].\n`;

it.each([
  ['in the sentence', (id: string) => `Two guests get tea from one kettle [claim:${id}].`],
  ['behind it', (id: string) => `Two guests get tea from one kettle. [claim:${id}]`],
  [
    'behind it, before another',
    (id: string) => `Two guests get tea from one kettle. [claim:${id}] Mina rests.`,
  ],
  ['on the next line', (id: string) => `Two guests get tea from one kettle.\n[claim:${id}] Mina rests.`],
  [
    'among others',
    (id: string) => `Two guests get tea from one kettle [claim:0000000000000000, claim:${id}].`,
  ],
  ['in an item', (id: string) => `- Two guests get tea from one kettle. [claim:${id}]\n- Mina rests.`],
])('a claim derives from what its statement cites: %s', async (_, write) => {
  await using vault = await setupVault({ 'tea.md': TEA });
  await vault.index();
  vault.write('guests.md', `Mina likes guests. ${write(await idOf(vault, 'kettle')).trimStart()}\n`);
  if (write('').startsWith('- ')) vault.write('guests.md', `${write(await idOf(vault, '2 litres'))}\n`);
  await vault.index();
  const { edges } = await provenance(vault);
  expect(edges).toHaveLength(1);
  expect(edges[0]).toMatch(/^Two guests get tea from one kettle.* <- The kettle holds 2 litres\.$/u);
});

it.each([
  ['code', (id: string) => `Write \`[claim:${id}]\` behind a sentence.\n\n\`\`\`\nx [claim:${id}]\n\`\`\`\n`],
  ['no id', (id: string) => `Write [claim:${id.slice(1)}] or [claim:${id}0] behind a sentence.\n`],
])('%s cites nothing', async (_, write) => {
  await using vault = await setupVault({ 'tea.md': TEA });
  await vault.index();
  vault.write('how.md', write(await idOf(vault, 'kettle')));
  await vault.index();
  expect(await provenance(vault)).toEqual({ edges: [], stale: [] });
});

it('goes stale with what it cites, over any number of steps, and is valid again once the source is restored', async () => {
  await using vault = await setupVault({ 'tea.md': TEA });
  await vault.index();
  const tea = await idOf(vault, '2 litres');
  vault.write('guests.md', cites(tea));
  await vault.index();
  vault.write('party.md', `The party needs 3 kettles [claim:${await idOf(vault, 'Two guests')}].\n`);
  await vault.index();
  const standing = await provenance(vault);
  expect(standing.stale).toEqual([]);
  expect(standing.edges).toHaveLength(2);
  expect(await provenanceAnew(vault)).toEqual(standing);

  const fall: readonly [string, () => void, () => void][] = [
    [
      'its words changed',
      () => vault.write('tea.md', 'The kettle is red.\n'),
      () => vault.write('tea.md', TEA),
    ],
    ['its note went', () => vault.remove('tea.md'), () => vault.write('tea.md', TEA)],
    [
      'it was forgotten',
      () => vault.write('_ledger.md', `# Ledger\n\n- 2026-01-01 forget claim:${tea} : wrong\n`),
      () => vault.remove('_ledger.md'),
    ],
  ];
  for (const [why, falls, stands] of fall) {
    falls();
    await vault.index();
    const fallen = await provenance(vault);
    expect(fallen.stale, why).toHaveLength(2);
    expect(await provenanceAnew(vault), why).toEqual(fallen);
    stands();
    await vault.index();
    expect(await provenance(vault), why).toEqual(standing);
  }
});

it('does not depend on which note is indexed first', async () => {
  await using vault = await setupVault({ 'tea.md': TEA });
  await vault.index();
  const id = await idOf(vault, 'kettle');
  await using late = await setupVault({ 'a.md': cites(id) });
  await late.index();
  expect((await provenance(late)).stale).toHaveLength(1);
  late.write('zen.md', 'Tea calms Mina.\n');
  await late.index();
  const stale = (await late.claims()).find(({ status }) => status === 'stale')?.id ?? '';
  // A claim that stays stale is logged once, however often claims are related again.
  const kinds = (await late.store.changelog({ claimId: stale })).map(({ kind }) => kind);
  expect(kinds).toEqual(['stale']);
  late.write('tea.md', TEA);
  await late.index();
  expect(await provenance(late)).toEqual(await provenanceAnew(late));
  expect((await provenance(late)).stale).toEqual([]);
});

it('ends where notes cite each other in a circle', async () => {
  await using vault = await setupVault({ 'tea.md': TEA, 'zen.md': 'Tea calms Mina.\n' });
  await vault.index();
  const [tea, zen] = [await idOf(vault, '2 litres'), await idOf(vault, 'calms')];
  // An id depends on the citing words, so a cycle needs a claim with its marker after the words.
  vault.write('zen.md', `Tea calms Mina. [claim:${tea}] Mina rests.\n`);
  vault.write('tea.md', `The kettle holds 2 litres. [claim:${zen}] Mina rests.\n`);
  await vault.index();
  const circle = await provenance(vault);
  expect(circle.edges).toHaveLength(2);
  expect(circle.stale).toEqual([]);
  vault.write('tea.md', `The kettle is red. [claim:${zen}] Mina rests.\n`);
  await vault.index();
  const fallen = await provenance(vault);
  expect(fallen.stale).toHaveLength(2);
  expect(await provenanceAnew(vault)).toEqual(fallen);
});

it('keeps erasing to what is named: words that cite are their author’s', async () => {
  await using vault = await setupVault({ 'tea.md': TEA });
  await vault.index();
  const tea = await idOf(vault, 'kettle');
  vault.write('guests.md', cites(tea));
  await vault.index();
  const plan = await vault.store.planErasure({ claimIds: [tea] });
  expect(plan.claims.map(({ claim, reason }) => [claim.id, reason])).toEqual([[tea, 'named']]);
});
