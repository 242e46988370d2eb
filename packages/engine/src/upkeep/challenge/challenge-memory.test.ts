import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { DRIFT_NOTES, note } from '../../testing-fixtures/drift-vault.ts';
import { snapshot } from '../../testing-fixtures/read-pages.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const NOW = new Date(2026, 5, 15, 9);
const open = ({ root, env }: TestVault) => openMemory({ vault: root, env, now: () => NOW });
const index = (memory: Memory) => memory.index({ writeNotes: false });
const kindsOf = async (memory: Memory) =>
  (await memory.challenge({ dryRun: true })).items
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ kind, reason }) => `${kind} ${reason}`);

it('finds what the documents promise, each with its evidence and an action, what most rests on first', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  const report = await memory.challenge();
  expect(report.items.map(({ kind, reason, impact }) => [kind, reason, impact])).toEqual([
    ['stale', 'superseded_ground', 1],
    ['contradiction', 'same_region', 0],
    ['open_question', 'unanswered', 0],
    ['frontier', 'dangling_link', 0],
  ]);
  expect(report.counts).toMatchObject({
    stale: 1,
    contradiction: 1,
    open_question: 1,
    frontier: 1,
    decision: 0,
  });
  const [stale, contested] = report.items;
  expect(stale?.evidence.map(({ text }) => text)).toEqual([
    'The rollout plan depends on [[serialization-strategy-2024]].',
    'The wire version of Drift Core is 1.',
  ]);
  for (const { note: path, span, text } of [...(stale?.evidence ?? []), ...(contested?.evidence ?? [])]) {
    const bytes = await readFile(join(vault.root, path));
    expect(bytes.subarray(span?.start, span?.end).toString()).toBe(text);
  }
  for (const { action, id } of report.items) {
    expect(action.length).toBeGreaterThan(20);
    expect(id).toMatch(/^[0-9a-f]{16}$/u);
  }
  expect((await memory.challenge({ dryRun: true })).items).toEqual(report.items);
});

it('keeps its last report and a history, for the user alone, and writes nothing on a dry run', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  const before = await snapshot(vault.root);
  await memory.challenge({ dryRun: true });
  expect(await snapshot(vault.root)).toEqual(before);
  await memory.challenge();
  const path = join(vault.root, '.memora', 'last_challenger.json');
  const kept = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(kept)).toEqual(['generated_at', 'items', 'counts', 'acknowledged']);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await readdir(join(vault.root, '.memora', 'challenger'))).toHaveLength(1);
  expect((await memory.challenge({ region: 'projects/drift-bench' })).items.map(({ kind }) => kind)).toEqual([
    'contradiction',
  ]);
  await expect(memory.challenge({ region: 'nowhere' })).rejects.toMatchObject({ code: 'REGION_NOT_FOUND' });
});

it('is quiet about what was acknowledged, without the database too, until something about it changes', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  {
    await using memory = await open(vault);
    await index(memory);
    for (const { id } of (await memory.challenge({ dryRun: true })).items)
      await memory.acknowledge(id, 'seen');
    expect(await kindsOf(memory)).toEqual([]);
    await expect(memory.acknowledge('0'.repeat(16), '')).rejects.toMatchObject({
      code: 'CONTRADICTION_NOT_FOUND',
    });
  }
  await rm(join(vault.root, '.memora'), { recursive: true });
  await using memory = await open(vault);
  await index(memory);
  const { items, acknowledged } = await memory.challenge({ dryRun: true });
  expect([items.length, acknowledged]).toEqual([4, 4]);
  expect(await memory.worldMap()).toContain('Nothing needs attention.');

  // A third language joins the dispute, and another note now depends on the invalid claim.
  await vault.write(
    'semantic/projects/drift-bench/three.md',
    note('Three', null, 'The rack count of Drift Bench is 7.'),
  );
  await vault.write(
    'semantic/projects/drift/other.md',
    note('Other', '2025-08-09', 'The other plan depends on [[serialization-strategy-2024]].'),
  );
  await index(memory);
  expect((await kindsOf(memory)).sort()).toEqual(['contradiction same_region', 'stale superseded_ground']);
});

it.each([false, true])(
  'tells nothing again of what was acknowledged, where notes are renamed or moved (database deleted: %s)',
  async (without) => {
    const notes = {
      'a.md': note(
        'A',
        '2026-01-01',
        'The gate code is held by Anna. Who paints the gate? See [[Lost Page]].',
      ),
      'b.md': note('B', '2026-01-01', 'The gate code is held by Boris. See also [[Lost Page]].'),
      'c.md': note('C', '2026-02-01', 'Proposal: hire a second cook.'),
      'd.md': note('D', '2025-11-01', 'We decided to rent the hall; to be reviewed by 2026-05-01.'),
    };
    await using vault = await setupVault(notes);
    const before: string[] = [];
    {
      await using memory = await open(vault);
      await index(memory);
      before.push(...(await kindsOf(memory)));
      for (const { id } of (await memory.challenge({ dryRun: true })).items)
        await memory.acknowledge(id, 'seen');
    }
    expect(before.length).toBeGreaterThan(3);
    for (const [i, path] of Object.keys(notes).entries()) {
      const to = i % 2 === 0 ? `renamed-${path}` : `moved/${path}`;
      await mkdir(join(vault.root, dirname(to)), { recursive: true });
      await rename(join(vault.root, path), join(vault.root, to));
    }
    if (without) await rm(join(vault.root, '.memora'), { recursive: true });
    await using memory = await open(vault);
    await index(memory);
    expect((await memory.challenge({ dryRun: true })).items.length).toBe(before.length);
    expect(await kindsOf(memory)).toEqual([]);
  },
);

it('asks about decisions when their time has come', async () => {
  const decided = 'We decided to rent the hall; to be reviewed by 2026-05-01.';
  await using vault = await setupVault({
    'due.md': note('Hall', '2025-11-01', decided),
    'later.md': note('Roof', '2025-11-01', 'We decided to fix the roof; to be reviewed by 2027-05-01.'),
    'next.md': note('Boat', '2025-11-01', 'Decision: sell the boat. Review on 2026-06-01.'),
    'open.md': note('Cook', '2026-02-01', 'Proposal: hire a second cook.'),
    'fresh.md': note('Bell', '2026-06-10', 'Proposal: sell the bell.'),
  });
  await using memory = await open(vault);
  await index(memory);
  const { items } = await memory.challenge({ dryRun: true });
  expect(items.map(({ kind, reason, evidence }) => [kind, reason, evidence[0]?.note]).sort()).toEqual([
    ['decision', 'review_due', 'due.md'],
    ['decision', 'review_due', 'next.md'],
    ['decision', 'still_proposed', 'open.md'],
  ]);
});

it('takes no property that links to an author for what is said of them, and no line about a renewal for a review of the one above', async () => {
  const clipping = (title: string) =>
    `---\nauthor: "[[Ada Berg]]"\nshow: "[[Wells]]"\n---\n# ${title}\n\nSaved.\n`;
  await using vault = await setupVault({
    'a/one.md': clipping('One'),
    'b/two.md': clipping('Two'),
    'c/three.md': clipping('Three'),
    'd/four.md': clipping('Four'),
    'e/wells.md': '---\nrelated: "[[One]]"\n---\n# Wells\n',
    'meeting.md':
      '# Prices, 2025-11-04\n\n## Decisions\n\n- Starter costs 39 EUR from 1 January 2026.\n- Who is with us keeps 29 EUR until the renewal is due.\n',
  });
  await using memory = await open(vault);
  await index(memory);
  const { items } = await memory.challenge({ dryRun: true });
  expect(items.map(({ kind, reason }) => [kind, reason])).toEqual([]);
});

it('shows no word of a secret, whatever contradicts it', async () => {
  await using vault = await setupVault({
    'a.md':
      'The code of the gate is 4471.\n\n<!--privacy:secret-->The password is hunter2. See [[Hidden place]].<!--/privacy-->\n',
    'b.md': '---\nprivacy: secret\n---\nThe code of the gate is 9912. See [[Hidden place]].\n',
    'c.md': '<!--privacy:secret-->Who knows hunter2?<!--/privacy-->\n',
  });
  await using memory = await open(vault);
  await index(memory);
  const report = JSON.stringify(await memory.challenge());
  const files = await Promise.all(
    ['last_challenger.json', 'links.json'].map((name) => readFile(join(vault.root, '.memora', name), 'utf8')),
  );
  for (const word of ['hunter2', '9912', 'Hidden']) expect([report, ...files].join('')).not.toContain(word);
});

it('keeps no word of what becomes secret later: not on a page, not in a report, not in the links', async () => {
  const text = 'The wombat sleeps in the cellar.\n\nWho feeds the wombat? See [[wombat care]].\n';
  await using vault = await setupVault({ 'a.md': text, 'b.md': 'More stands in [[wombat care]].\n' });
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  await memory.challenge();
  const everything = async () => {
    const files = [...(await snapshot(vault.root)).entries()].filter(([path]) => !/^[ab]\.md$/u.test(path));
    return files.map(([, content]) => Buffer.from(content.split(' ')[2] ?? '', 'base64').toString()).join('');
  };
  expect(await everything()).toContain('wombat');
  await vault.write('a.md', `<!--privacy:secret-->${text}<!--/privacy-->\n`);
  await vault.write('b.md', 'Nothing more.\n');
  await index(memory);
  expect(await everything()).not.toContain('wombat');
  await memory.consolidate();
  await memory.challenge();
  expect(await everything()).not.toContain('wombat');
});

it('reports a note that could not be read until it can', async () => {
  await using vault = await setupVault({ 'good.md': 'The gate is green.\n' });
  await writeFile(join(vault.root, 'huge.md'), new Uint8Array(17 * 1024 * 1024));
  await using memory = await open(vault);
  await index(memory);
  expect(await kindsOf(memory)).toEqual(['failed_note note_too_large']);
  await rm(join(vault.root, 'huge.md'));
  await index(memory);
  expect(await kindsOf(memory)).toEqual([]);
});
