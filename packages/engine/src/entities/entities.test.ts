import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer, type Recording } from '../testing-fixtures/model-server.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

/** Two Annas and a nickname. */
const NOTES = {
  'people/Anna Berg.md': '---\naliases: [Anna]\n---\n# Anna Berg\n\nAnna Berg works at Stripe.\n',
  'people/Anna Lind.md': '---\naliases: [Anna, Annie]\n---\n# Anna Lind\n\nAnna Lind works at Volvo.\n',
  'work/1.md': '# Monday\n\nAnna Berg leads the review. Anna uses Vim.\n',
  'work/2.md': '# Tuesday\n\nAnna Berg owns the roadmap.\n',
  'work/3.md': '# Wednesday\n\nAnna has 3 reports.\n',
  'home/4.md': '# Home\n\nAnnie has 2 cats.\n',
  'home/5.md': '# Boat\n\nAnnie owns the boat. Anna uses the small sail.\n',
  'home/6.md': '# Dinner\n\nAnna Lind likes tea.\n',
  'home/7.md': '# Trip\n\nAnna has 4 tickets.\n',
  'home/8.md': '# Dog\n\nThe dog has 4 legs.\n',
};

const open = ({ root, env }: TestVault) => openMemory({ vault: root, env });

/** Returns the entity of each claim, by words that the claim contains. */
async function entityByText(vault: TestVault): Promise<Record<string, string | undefined>> {
  await using memory = await open(vault);
  await memory.index({ writeNotes: false });
  const { claims } = await memory.claims.listClaims();
  const ids = await memory.entities.idsOf(claims);
  const names = new Map((await memory.entities.list()).map(({ id, name }) => [id, name]));
  const texts = await memory.readSpans(claims);
  return Object.fromEntries(claims.map(({ id }, i) => [texts[i] ?? '', names.get(ids.get(id) ?? '')]));
}

it('keeps two Annas and a nickname apart over ten notes, and one id of each through all of them', async () => {
  await using vault = await setupVault(NOTES);
  const first = await entityByText(vault);
  expect(first).toMatchObject({
    'Anna Berg works at Stripe.': 'Anna Berg',
    'Anna Berg leads the review.': 'Anna Berg',
    'Anna Berg owns the roadmap.': 'Anna Berg',
    'Anna uses Vim.': 'Anna Berg',
    'Anna Lind works at Volvo.': 'Anna Lind',
    'Anna Lind likes tea.': 'Anna Lind',
    'Annie has 2 cats.': 'Anna Lind',
    'Annie owns the boat.': 'Anna Lind',
    'Anna uses the small sail.': 'Anna Lind',
  });
  // Nothing in these notes tells which Anna is meant.
  expect([first['Anna has 3 reports.'], first['Anna has 4 tickets.']]).toEqual([undefined, undefined]);
  await using memory = await open(vault);
  const before = await memory.entities.list();
  await memory.close();
  await rm(join(vault.root, '.memora'), { recursive: true });
  expect(await entityByText(vault)).toEqual(first);
  await using anew = await open(vault);
  expect(await anew.entities.list()).toEqual(before);
});

it('does as a person says, by folder and everywhere, and reads it in the vault after a rebuild', async () => {
  await using vault = await setupVault(NOTES);
  {
    await using memory = await open(vault);
    await memory.index({ writeNotes: false });
    const berg = await memory.entities.resolve('Anna Berg');
    expect(await memory.entities.merge('Anna Berg', ['Anna'], { within: 'work/' })).toEqual(berg);
    await memory.entities.merge('Anna Lind', ['Anna'], { within: 'home/' });
    await memory.entities.split('Annie', { as: 'Annie Hall' });
  }
  const said = await readFile(join(vault.root, '_entities.md'), 'utf8');
  expect(said).toContain('## Anna Berg\n\n- Anna @ work/\n');
  expect(said).toContain('## Anna Lind\n\n- not: Annie\n');
  await rm(join(vault.root, '.memora'), { recursive: true });
  expect(await entityByText(vault)).toMatchObject({
    'Anna has 3 reports.': 'Anna Berg',
    'Anna has 4 tickets.': 'Anna Lind',
    'Annie has 2 cats.': 'Annie Hall',
  });
  await writeFile(join(vault.root, '_entities.md'), '');
  expect((await entityByText(vault))['Annie has 2 cats.']).toBe('Anna Lind');
});

it('counts numbers of a thing as one under all of its names, and refuses names that are none', async () => {
  await using vault = await setupVault({
    'a.md': '---\ndate: 2026-01-01\n---\nThe limit of Pump Nine is 40 bar.\n',
    'b.md': '---\ndate: 2026-02-01\n---\nThe limit of Pump IX is 60 bar.\n',
  });
  await using memory = await open(vault);
  await memory.index({ writeNotes: false });
  expect(await memory.contradictions()).toEqual([]);
  await memory.entities.merge('limit of Pump Nine', ['limit of Pump IX']);
  expect((await memory.contradictions()).map(({ resolution }) => resolution)).toEqual(['superseded']);
  for (const name of ['', 'a\nb', 'a @ b', '__proto__\n'])
    await expect(memory.entities.merge('x', [name])).rejects.toMatchObject({ code: 'ENTITY_NAME_INVALID' });
  await memory.entities.merge('__proto__', ['constructor']);
  expect(await memory.entities.resolve('constructor')).toMatchObject({ name: '__proto__' });
});

it('shows a thing through time under every name, where it is an object too, and what took its place', async () => {
  await using vault = await setupVault({
    'tools/Corepack.md': '---\naliases: [package manager proxy]\n---\n# Corepack\n\nstatus:: bundled\n',
    'b.md': '---\ndate: 2026-02-01\n---\n# Minutes\n\nThe group voted on removing Corepack.\n',
    'c.md': '---\ndate: 2026-03-01\n---\n# More\n\nThe package manager proxy is written in JavaScript.\n',
    'd.md': '# Other\n\nCorepackage is another word.\n',
  });
  await using memory = await open(vault);
  await memory.index({ writeNotes: false });
  const entries = await memory.timeline('corepack');
  const texts = await memory.readSpans(entries);
  expect(texts).toEqual([
    'status:: bundled',
    'The group voted on removing Corepack.',
    'The package manager proxy is written in JavaScript.',
  ]);
});

it('says what held of a thing at a date, and what has replaced it since, with dates', async () => {
  await using vault = await setupVault({
    'old.md': '---\ntitle: Atlas\ndate: 2026-01-10\n---\nhost:: Porto\n',
    'new.md': '---\ntitle: Atlas\ndate: 2026-05-20\n---\nhost:: Ghent\n',
  });
  await using memory = await open(vault);
  await memory.index({ writeNotes: false });
  const at = async (date: string) =>
    (await memory.heldAt('Atlas', date))
      .filter(({ claim }) => claim.predicate === 'host')
      .map(({ claim, replacedBy }) => [
        claim.object,
        claim.validUntil,
        ...replacedBy.map(({ object, validFrom }) => [object, validFrom]),
      ]);
  expect(await at('2026-03-01')).toEqual([['Porto', '2026-05-20', ['Ghent', '2026-05-20']]]);
  expect(await at('2026-06-01')).toEqual([['Ghent', null]]);
  expect(await at('2025-06-01')).toEqual([]);
  await expect(memory.heldAt('Atlas', 'soon')).rejects.toMatchObject({ code: 'AS_OF_INVALID' });
});

/** A memory whose model says what is recorded. */
async function openWithModel({ root, env }: TestVault, ...recordings: Recording[]) {
  const server = await openModelServer(recordings);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url, 'llm.model': 'm' };
  const memory = await openMemory({
    vault: root,
    env,
    loadConfig: (vault) => loadConfig({ vault, env, flags }),
  });
  await memory.index({ writeNotes: false });
  return {
    server,
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

it('lets a model propose whom a name means, lets a person take and overrule it, and knows it after a rebuild', async () => {
  await using vault = await setupVault({
    ...NOTES,
    'people/Ms Berg.md': '# Ms Berg\n\nShe is often at the pier.\n',
    'work/9.md': '# Pier\n\nMs Berg owns the pier.\n',
    'secret/10.md': '---\nprivacy: secret\n---\nQuillfeather owns the vault.\n',
  });
  const same = [
    { name: 'Anna', in: 'work/3.md', is: 'Anna Berg' },
    { name: 'anna', in: 'home/7.md', is: 'Annie' },
    { name: 'Ms Berg', is: 'Anna Berg' },
    { name: 'Ms Berg', is: 'Nobody' },
    { name: '__proto__', is: 'Anna Berg' },
    { name: 'Anna Lind', is: 'Annie' },
    { name: 7, is: null },
  ];
  const say = `Sure:\n\`\`\`json\n${JSON.stringify({ same })}\n\`\`\``;
  const wanted = [
    { name: 'anna', entity: 'Anna Berg', within: 'work/3.md' },
    { name: 'anna', entity: 'Anna Lind', within: 'home/7.md' },
    { name: 'Ms Berg', entity: 'Anna Berg', within: null },
  ];
  {
    await using asked = await openWithModel(vault, { say });
    const { entities } = asked.memory;
    const before = await entities.list();
    const said = await entities.propose();
    expect(said?.proposals).toEqual(wanted);
    expect(asked.server.requests).toHaveLength(1);
    expect(asked.server.requests[0]).toContain('Anna has 3 reports.');
    expect(asked.server.requests[0]?.toLowerCase()).not.toContain('quillfeather');
    expect(await entities.list()).toEqual(before);
    for (const { name, entity, within } of said?.proposals.slice(0, 2) ?? [])
      await entities.merge(entity, [name], { within });
    // The person's decision has priority: it is a different Anna.
    await entities.split('Ms Berg', { as: 'Mara Berg' });
    expect((await entities.propose())?.proposals).toEqual([]);
  }
  await rm(join(vault.root, '.memora'), { recursive: true });
  expect(await entityByText(vault)).toMatchObject({
    'Anna has 3 reports.': 'Anna Berg',
    'Anna has 4 tickets.': 'Anna Lind',
    'Ms Berg owns the pier.': 'Mara Berg',
  });
});

it('says why a model proposes nothing, and asks none where none is set', async () => {
  await using vault = await setupVault(NOTES);
  await using asked = await openWithModel(vault, { say: '{"same":[{"name":"Ann' }, { status: 401 });
  expect(await asked.memory.entities.propose()).toMatchObject({ proposals: [] });
  expect((await asked.memory.entities.propose())?.failure).toMatch(/^model_/u);
  await using memory = await open(vault);
  expect(await memory.entities.propose()).toBeNull();
});
