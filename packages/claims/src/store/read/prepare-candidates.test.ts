import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it('lets through the row keys of a filter, with what a search groups by', async () => {
  await using v = await setupVault({
    'projects/a.md': '# A\n\nDrift uses MessagePack.\n',
    'projects/b.md': '# B\n\nDrift uses MessagePack.\n',
    'old.md': '---\nstatus: archived\n---\n# Old\n\nDrift used JSON.\n',
  });
  await v.index();
  const keys = v.store.database.prepare('SELECT key FROM claim').pluck().all() as number[];
  const all = v.store.prepareCandidates({})(keys);
  expect(all.map(({ key }) => key).sort()).toEqual([...keys].sort());
  const active = v.store.prepareCandidates({ active: true, region: 'projects' })(keys);
  expect(active).toHaveLength(2);
  expect(new Set(active.map(({ said }) => said)).size).toBe(1);
  expect(new Set(active.map(({ note }) => note)).size).toBe(2);
  expect(v.store.prepareCandidates({ bands: [] })(keys)).toEqual([]);
});

it('takes a region with the regions below it, whatever characters its name has', async () => {
  await using v = await setupVault({
    '\u{1F6A2} boats/a.md': '# A\n\nThe boat leaks.\n',
    '\u{1F6A2} boats/old/b.md': '# B\n\nThe raft floats.\n',
    '\u{1F6A2} boatsheds/c.md': '# C\n\nThe shed is dry.\n',
  });
  await v.index();
  const { claims } = await v.store.listClaims({ region: '\u{1F6A2} boats' });
  expect(claims.map(({ notePath }) => notePath)).toEqual([
    '\u{1F6A2} boats/a.md',
    '\u{1F6A2} boats/old/b.md',
  ]);
});

it('groups no quotation with the statement in the same words', async () => {
  const table = '| Tool | Version |\n|---|---|\n| Kafka | 3 |\n';
  await using v = await setupVault({ 'a.md': table, 'b.md': table.replace(/^/gmu, '> ') });
  await v.index();
  const keys = v.store.database.prepare('SELECT key FROM claim').pluck().all() as number[];
  const said = v.store
    .prepareCandidates({})(keys)
    .map((row) => row.said);
  expect(said.filter((key) => key === null)).toHaveLength(1);
  expect(said).toHaveLength(2);
});
