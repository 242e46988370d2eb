import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const SAID = 'The limit of Pump Nine is 40 bar.';
const CONCLUDED = 'Two pumps are enough for the hall';

async function idOf(memory: Memory, text: string): Promise<string> {
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims);
  const found = claims[texts.findIndex((each) => each?.includes(text) === true)];
  if (found === undefined) throw new Error('no claim says that');
  return found.id;
}

/** The words of the stale claims. Each call is a separate process. */
async function stale(vault: TestVault): Promise<(string | null)[]> {
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const found = await memory.stale();
  for (const { reason } of found)
    expect(reason).toMatch(/^rests on [0-9a-z]{16}.*, (?:gone|retracted|superseded)/u);
  return await memory.readSpans(found.map(({ claim }) => claim));
}

type Fall = (vault: TestVault, memory: Memory, id: string) => Promise<unknown>;
const FALLS: [string, Fall][] = [
  ['forgotten', (_vault, memory, id) => memory.forget(id, 'wrong')],
  ['erased', (_vault, memory, id) => memory.erase({ claim: id })],
  ['rewritten', (vault) => vault.write('pump.md', '# Pump\n\nThe pump is red.\n')],
  ['gone with its note', (vault) => rm(join(vault.root, 'pump.md'))],
  [
    'superseded',
    async (vault, memory, id) => {
      await vault.write('north.md', 'The limit of Pump Nine is 60 bar.\n');
      await memory.index();
      const [pair] = await memory.contradictions();
      const winner = pair?.newer.id === id ? pair.older : pair?.newer;
      await memory.resolve(pair?.id as string, winner?.id as string, 'rebuilt');
    },
  ],
];

it.each(FALLS)('a cited synthesis goes stale with what it cites: %s', async (_, fall) => {
  await using vault = await setupVault({ 'pump.md': `# Pump\n\n${SAID}\n` });
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await vault.write('hall.md', `# Hall\n\n${CONCLUDED}. [claim:${await idOf(memory, '40 bar')}]\n`);
    await memory.index();
    await vault.write('plan.md', `# Plan\n\nWe order 2 pumps [claim:${await idOf(memory, CONCLUDED)}].\n`);
  }
  expect(await stale(vault)).toEqual([]);
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await fall(vault, memory, await idOf(memory, SAID));
  }
  const fallen = await stale(vault);
  expect(fallen).toHaveLength(2);
  expect(fallen.join('\n')).toContain(CONCLUDED);
  expect(fallen.join('\n')).toContain('We order 2 pumps');
  // A conclusion belongs to its author and stays where it was.
  expect(await readFile(join(vault.root, 'hall.md'), 'utf8')).toContain(CONCLUDED);

  await rm(join(vault.root, '.memora'), { recursive: true });
  expect(await stale(vault)).toEqual(fallen);
});

it('a person lets a cited synthesis stand, and nothing falls through it', async () => {
  await using vault = await setupVault({ 'pump.md': `# Pump\n\n${SAID}\n` });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await vault.write('hall.md', `# Hall\n\n${CONCLUDED} [claim:${await idOf(memory, '40 bar')}].\n`);
  await rm(join(vault.root, 'pump.md'));
  await memory.index();
  const [found] = await memory.stale();
  await memory.revalidate(found?.claim.id as string, 'measured again');
  expect(await memory.stale()).toEqual([]);
  await memory.index();
  expect(await memory.stale()).toEqual([]);
});

it('follows its source through a rename, falls with it right after, and says so from the notes alone later', async () => {
  await using vault = await setupVault({ 'pump.md': `# Pump\n\n${SAID}\n` });
  const cite = async () => {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index({ writeNotes: false });
    await vault.write('hall.md', `# Hall\n\n${CONCLUDED}. [claim:${await idOf(memory, '40 bar')}]\n`);
  };
  const staleNow = async () => {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index({ writeNotes: false });
    const edges = await memory.claims.edges({ types: ['derives'] });
    return [
      (await memory.stale()).length,
      edges.filter(({ recordedUntil }) => recordedUntil === null).length,
    ];
  };
  await cite();
  expect(await staleNow()).toEqual([0, 1]);
  await vault.write('deep/pump.md', await readFile(join(vault.root, 'pump.md'), 'utf8'));
  await rm(join(vault.root, 'pump.md'));
  // The old id is known as long as the database exists, so the edge moves to the claim at its new place.
  expect(await staleNow()).toEqual([0, 1]);
  for (const [, fall] of FALLS.slice(0, 2)) {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const { claims } = await memory.claims.listClaims();
    const said = (await memory.readSpans(claims)).indexOf(SAID);
    const id = claims[said]?.id;
    if (id !== undefined) await fall(vault, memory, id);
    expect(await memory.stale()).toHaveLength(1);
  }
  // Now nothing except the notes shows that the id ever existed. Claims that cite it stay stale, and do not
  // become valid by themselves.
  await rm(join(vault.root, '.memora'), { recursive: true });
  expect((await staleNow())[0]).toBe(1);
});

it('an id of before a rename is known to nobody once the database is gone, and an `id:` keeps it', async () => {
  for (const [head, left] of [
    ['', 1],
    ['---\nid: pump\n---\n', 0],
  ] as const) {
    await using vault = await setupVault({ 'pump.md': `${head}# Pump\n\n${SAID}\n` });
    {
      await using memory = await openMemory({ vault: vault.root, env: vault.env });
      await memory.index({ writeNotes: false });
      await vault.write('hall.md', `# Hall\n\n${CONCLUDED}. [claim:${await idOf(memory, '40 bar')}]\n`);
    }
    await vault.write('deep/other.md', await readFile(join(vault.root, 'pump.md'), 'utf8'));
    await rm(join(vault.root, 'pump.md'));
    await rm(join(vault.root, '.memora'), { recursive: true });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index({ writeNotes: false });
    expect(await memory.stale()).toHaveLength(left);
  }
});

it('knows an id of before a rename that the ledger names, once the database is gone', async () => {
  await using vault = await setupVault({
    'north.md': 'The limit of Pump Nine is 60 bar.\n',
    'pump.md': `# Pump\n\n${SAID}\n`,
  });
  let cited = '';
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index({ writeNotes: false });
    cited = await idOf(memory, '40 bar');
    await vault.write('hall.md', `# Hall\n\n${CONCLUDED}. [claim:${cited}]\n`);
    await memory.acknowledge((await memory.contradictions())[0]?.id as string, 'two pumps');
  }
  await vault.write('deep/other.md', await readFile(join(vault.root, 'pump.md'), 'utf8'));
  await rm(join(vault.root, 'pump.md'));
  await rm(join(vault.root, '.memora'), { recursive: true });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  expect(await memory.stale()).toEqual([]);
  expect((await memory.claims.getClaims([cited])).size).toBe(1);
  await memory.forget(await idOf(memory, '40 bar'), 'wrong');
  expect(await memory.stale()).toHaveLength(1);
  await rm(join(vault.root, 'deep/other.md'));
  await memory.index({ writeNotes: false });
  expect(await memory.stale()).toHaveLength(1);
});
