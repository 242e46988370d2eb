import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { DRIFT_NOTES, note } from '../../testing-fixtures/drift-vault.ts';
import { readPages, snapshot, wikilinks } from '../../testing-fixtures/read-pages.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';
import type { ConsolidationProgress } from './consolidation.ts';

const open = ({ root, env }: TestVault) => openMemory({ vault: root, env });
const index = (memory: Memory) => memory.index({ writeNotes: false });

it('writes an atlas and an index for each region and one world map, with everything that the queues hold', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  const done = await memory.consolidate();
  expect(done).toMatchObject({ regions: 3, notesMoved: 0, dropped: 0, failures: [] });
  const pages = await readPages(vault.root);
  expect([...pages.keys()]).toEqual([
    '_atlas.md',
    '_index.md',
    'semantic/projects/drift-bench/_atlas.md',
    'semantic/projects/drift-bench/_index.md',
    'semantic/projects/drift/_atlas.md',
    'semantic/projects/drift/_index.md',
    'world_map.md',
  ]);
  const atlas = pages.get('semantic/projects/drift/_atlas.md') ?? '';
  for (const heading of ['## Subjects', '## Decisions', '## Stale', '## Open questions'])
    expect(atlas).toContain(heading);
  expect(pages.get('semantic/projects/drift-bench/_atlas.md')).toContain('## Contradictions');
  const map = pages.get('world_map.md') ?? '';
  for (const heading of [
    "## Today's review",
    '## Regions',
    '## Subjects',
    '## Decisions',
    '## Recently superseded',
    '## Stale',
    '## Contradictions',
    '## Open questions',
    '## Gaps',
  ]) {
    expect(map).toContain(heading);
  }
  expect(map).toContain('- The rack count of Drift Bench is 3. [claim:');
});

it('maps names, no word that sentences begin with, and shows of a note first what was decided in it', async () => {
  await using vault = await setupVault({
    'clips/advice.md': '# Advice\n\nKeep showing up. Ines swims in the sea.\n',
    'clips/tart.md': '# Tart\n\nKeep the shell in the pan. Ines likes tart.\n',
    'people/ines.md': '# Ines Moreira\n\nInes paints boats.\n',
    'meetings/2026-01-13.md':
      '---\nroom: blue\n---\n# Planning\n\nAll seven came.\n\n## Decisions\n\n- The boat moves on Friday.\n',
  });
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  const pages = await readPages(vault.root);
  expect(pages.get('world_map.md')).toContain('### Ines');
  expect(pages.get('world_map.md')).not.toContain('### Keep');
  expect(pages.get('meetings/_index.md')).toContain('  - The boat moves on Friday.');
});

it('cites every word of a note, and each citation verifies; what was replaced says so', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  const sentences = (await memory.claims.listClaims()).claims.map(({ object, subject }) => object ?? subject);
  for (const [path, text] of await readPages(vault.root)) {
    const report = await memory.verify(text);
    const bad = report.checks.filter(({ status }) => status !== 'verified' && status !== 'superseded');
    expect([path, bad.map(({ status, reason }) => `${status}: ${reason}`)]).toEqual([path, []]);
    // Every line with words of a claim has the claim's marker.
    for (const line of text
      .split('\n')
      .filter((each) => /^(?:> )?\s*- (?!\[\[|`|\d{4}-|undated|A linked|Little|Others)/u.test(each))) {
      expect(line).toMatch(/\[claim:[0-9a-z]{16}\]$/u);
    }
  }
  expect(sentences.length).toBeGreaterThan(5);
});

it('writes nothing the second time, and after a change only what the change concerns', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  const before = await snapshot(vault.root);
  expect(await memory.consolidate()).toMatchObject({ regionsRebuilt: [], pagesWritten: [] });
  expect(await snapshot(vault.root)).toEqual(before);
  // Indexing does not treat the pages as notes either.
  const { report } = await index(memory);
  expect(report).toMatchObject({ changed: 0, notes: 7 });
  expect(await memory.consolidate({ all: true })).toMatchObject({ pagesWritten: [] });

  await writeFile(join(vault.root, 'inbox.md'), 'The office is in Hamburg.\n');
  await index(memory);
  expect(await memory.consolidate()).toMatchObject({
    regionsRebuilt: ['default'],
    pagesWritten: ['_atlas.md', '_index.md', 'world_map.md'],
  });
  const after = await readPages(vault.root);
  expect([...after.values()].join('')).not.toContain('Berlin');
});

it('makes its sentences derived claims, which go stale when a note changes and echo nowhere', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  const facts = (await memory.claims.listClaims()).claims.map(({ id }) => id);
  await memory.consolidate();
  const derived = (await memory.claims.listClaims({ derived: true })).claims.filter(
    ({ id }) => !facts.includes(id),
  );
  expect(derived.length).toBeGreaterThan(20);
  expect(new Set(derived.map(({ extractor, trust }) => `${extractor} ${trust}`))).toEqual(
    new Set(['derived-page@1 0.7']),
  );
  const texts = await memory.readSpans(derived);
  expect(texts).toContain('The office is in Berlin.');
  expect(texts).not.toContain(null);
  await index(memory);
  expect((await memory.claims.listClaims()).claims.map(({ id }) => id)).toEqual(facts);
  const { hits } = await memory.query('Where is the office?', { k: 50 });
  expect(hits.filter(({ claim }) => !facts.includes(claim.id))).toEqual([]);
  const stale = await memory.stale();
  expect(stale.map(({ claim }) => claim.notePath)).toEqual(['semantic/projects/drift/q4-rollout-plan.md']);

  await writeFile(join(vault.root, 'inbox.md'), 'The office is in Hamburg.\n');
  await index(memory);
  const now = (await memory.stale()).filter(({ claim }) => claim.extractor === 'derived-page@1');
  expect(new Set(now.map(({ claim }) => claim.notePath))).toEqual(
    new Set(['_atlas.md', '_index.md', 'world_map.md']),
  );
  await memory.consolidate();
  expect((await memory.stale()).map(({ claim }) => claim.notePath)).toEqual(
    stale.map(({ claim }) => claim.notePath),
  );
});

it('gives the same pages and the same derived claims when the database is made anew', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  const run = async () => {
    await using memory = await open(vault);
    await index(memory);
    const done = await memory.consolidate();
    const { claims } = await memory.claims.listClaims({ derived: true });
    return { written: done.pagesWritten, ids: claims.map(({ id }) => id) };
  };
  const first = await run();
  await rm(join(vault.root, '.memora'), { recursive: true });
  expect(await run()).toEqual({ written: [], ids: first.ids });
});

it('keeps what the user writes on a page, and takes a page out with its region unless it holds such words', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  const bench = join(vault.root, 'semantic/projects/drift-bench');
  const mine = '\r\n## Mine é\n\n- [ ] ask Priya\n';
  await appendFile(join(bench, '_atlas.md'), mine);
  await writeFile(
    join(vault.root, 'semantic/projects/drift-bench/three.md'),
    note('Three', null, 'drift-bench has nine cases.'),
  );
  await index(memory);
  await memory.consolidate();
  const atlas = await readFile(join(bench, '_atlas.md'), 'utf8');
  expect(atlas).toContain('drift-bench has nine cases.');
  expect(atlas.endsWith(mine)).toBe(true);

  for (const name of ['one', 'two', 'three']) await rm(join(bench, `${name}.md`));
  await index(memory);
  expect(await memory.consolidate()).toMatchObject({
    pagesRemoved: ['semantic/projects/drift-bench/_atlas.md', 'semantic/projects/drift-bench/_index.md'],
  });
  expect(existsSync(join(bench, '_index.md'))).toBe(false);
  const left = await readFile(join(bench, '_atlas.md'), 'utf8');
  expect(left.endsWith(mine)).toBe(true);
  expect(left).not.toContain('memora:begin');
});

it('links only to what is there, and lets no Markdown of a note act on a page', async () => {
  await using vault = await setupVault({
    ...DRIFT_NOTES,
    'semantic/odd #1 [x].md': note('Odd | title', null, 'The odd note exists.'),
  });
  await using memory = await open(vault);
  await index(memory);
  await memory.consolidate();
  for (const [path, text] of await readPages(vault.root)) {
    for (const target of wikilinks(text)) {
      expect([path, target, existsSync(join(vault.root, `${target}.md`))]).toEqual([path, target, true]);
    }
    expect(text).not.toMatch(/!\[\[|(?<!\\)<b>|(?<=\s)#tagged|(?<!\\)\$5/u);
  }
  const pages = await readPages(vault.root);
  expect(pages.get('_index.md')).toContain('[Odd title](/semantic/odd%20%231%20%5Bx%5D.md)');
});

it('shows nothing that is secret, and no sentence that the note does not hold any more', async () => {
  await using vault = await setupVault({
    'plan.md': 'The plan is public.\n\n<!--privacy:secret-->The code is hunter2.<!--/privacy-->\n',
    'deal.md': '---\nprivacy: secret\ntitle: Deal with Acme\n---\nAcme pays.\n',
    'vault/only.md': '---\nprivacy: secret\n---\nNobody knows.\n',
    'late.md': 'The late fact is five.\n',
  });
  await using memory = await open(vault);
  await index(memory);
  await writeFile(join(vault.root, 'late.md'), 'The late fact is six.\n');
  const done = await memory.consolidate();
  expect(done.dropped).toBeGreaterThan(0);
  const all = [...(await readPages(vault.root)).entries()].join('\n');
  for (const word of ['hunter2', 'Acme', 'Deal', 'deal', 'Nobody', 'five', 'vault/'])
    expect(all).not.toContain(word);
  expect(all).toContain('2 secret notes left out');
});

it('says how far it is: each region that is due, once, and nothing where none is', async () => {
  await using folder = await setupVault(DRIFT_NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const told: ConsolidationProgress[] = [];
  const onProgress = (state: ConsolidationProgress) => told.push(state);
  const { regionsRebuilt } = await memory.consolidate({ onProgress });
  expect(told.map(({ done }) => done)).toEqual(regionsRebuilt.map((_, i) => i).concat(regionsRebuilt.length));
  expect(told.every(({ total }) => total === regionsRebuilt.length)).toBe(true);
  expect(told.flatMap(({ current }) => current ?? []).sort()).toEqual([...regionsRebuilt].sort());
  told.length = 0;
  await memory.consolidate({ onProgress });
  expect(told).toEqual([{ done: 0, total: 0, current: null }]);
});

it('says what it would do on a dry run, and builds one region alone', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  const before = await snapshot(vault.root);
  const dry = await memory.consolidate({ dryRun: true });
  expect(dry.pagesWritten).toHaveLength(7);
  expect(await snapshot(vault.root)).toEqual(before);
  const one = await memory.consolidate({ region: 'projects/drift-bench' });
  expect(one.regionsRebuilt).toEqual(['projects/drift-bench']);
  await expect(memory.consolidate({ region: 'nowhere' })).rejects.toMatchObject({ code: 'REGION_NOT_FOUND' });
  expect(await memory.worldMap()).toContain("## Today's review");
  expect(await memory.atlas('projects/drift')).toMatchObject({ noteCount: 4 });
  expect(await memory.atlas('nowhere')).toBeNull();
});

it('leaves a page alone that somebody else holds, and writes it the next time', async () => {
  await using vault = await setupVault(DRIFT_NOTES);
  await using memory = await open(vault);
  await index(memory);
  await vault.write('world_map.md/not-a-page.md', 'A folder of this name.\n');
  const done = await memory.consolidate();
  expect(done.failures).toEqual([{ path: 'world_map.md', code: 'NOTE_EXISTS' }]);
});
