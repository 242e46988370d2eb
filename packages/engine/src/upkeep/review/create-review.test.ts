import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { DRIFT_NOTES, note } from '../../testing-fixtures/drift-vault.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it('walks the documents through: the decision supersedes, the plan goes stale, the languages are contested', async () => {
  const meeting = note('Meeting', null, 'On 2024-04-02 we decided to switch to MessagePack.');
  await using folder = await setupVault({ ...DRIFT_NOTES, 'meeting.md': meeting });
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });

  const pairs = await memory.contradictions();
  expect(pairs.map(({ resolution }) => resolution).sort()).toEqual(['contested', 'superseded']);
  const replaced = pairs.find(({ resolution }) => resolution === 'superseded');
  expect(replaced?.newer.notePath).toContain('roadmap.md');
  expect(replaced?.older).toMatchObject({ status: 'superseded', validUntil: '2025-09-12' });
  expect(
    (await memory.contradictions('The rack count of Drift Bench')).map(({ resolution }) => resolution),
  ).toEqual(['contested']);

  const stale = await memory.stale();
  expect(stale.map(({ claim }) => claim.notePath)).toEqual(['semantic/projects/drift/q4-rollout-plan.md']);
  expect(stale[0]?.path[0]).toBe(replaced?.older.id);
  expect((await memory.whatIfRetracted(replaced?.older.id as string)).map(({ claim }) => claim.id)).toEqual(
    stale.map(({ claim }) => claim.id),
  );

  const decisions = await memory.decisions();
  expect(decisions[0]).toMatchObject({ decidedOn: '2025-09-12', status: 'decided', who: null });
  expect(decisions[1]).toMatchObject({ decidedOn: '2024-04-02', status: 'decided', who: 'we' });
  expect((await memory.openQuestions()).map(({ notePath }) => notePath)).toEqual([
    'semantic/projects/drift/q4-rollout-plan.md',
  ]);
});

it('clears staleness when the source stands again, and when a person re-validates', async () => {
  await using folder = await setupVault(DRIFT_NOTES);
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const [stale] = await memory.stale();
  await memory.revalidate(stale?.claim.id as string, 'checked against the new format');
  expect(await memory.stale()).toEqual([]);
  expect((await memory.claims.getClaims([stale?.claim.id as string])).values().next().value?.status).toBe(
    'current',
  );

  await writeFile(join(folder.root, '_ledger.md'), '');
  await memory.index({ writeNotes: false });
  expect(await memory.stale()).toHaveLength(1);
  await rm(join(folder.root, 'semantic/projects/drift/roadmap.md'));
  await memory.index({ writeNotes: false });
  expect(await memory.stale()).toEqual([]);
});

it('settles a contradiction in the ledger and keeps it settled without the database', async () => {
  await using folder = await setupVault(DRIFT_NOTES);
  const open = () => openMemory({ vault: folder.root, env: folder.env });
  {
    await using memory = await open();
    await memory.index({ writeNotes: false });
    const [pair] = await memory.contradictions('The rack count of Drift Bench');
    const go = [pair?.newer, pair?.older].find((claim) => claim?.notePath.endsWith('two.md'));
    await memory.resolve(pair?.id as string, go?.id as string, 'rewritten in spring');
    expect((await memory.contradictions('The rack count of Drift Bench'))[0]).toMatchObject({
      resolution: 'superseded',
      newer: { id: go?.id },
    });
    await expect(memory.resolve(pair?.id as string, '0'.repeat(16), '')).rejects.toMatchObject({
      code: 'NOT_A_PARTY',
    });
    await expect(memory.forget('0'.repeat(16), '')).rejects.toMatchObject({ code: 'CLAIM_NOT_FOUND' });
  }
  await rm(join(folder.root, '.memora'), { recursive: true });
  await using memory = await open();
  await memory.index({ writeNotes: false });
  expect((await memory.contradictions('The rack count of Drift Bench'))[0]).toMatchObject({
    resolution: 'superseded',
  });
});

it('shows a subject through time, and a claim through its history', async () => {
  await using folder = await setupVault({
    'a.md': note('Office', '2023-01-01', 'city:: Berlin'),
    'b.md': note('Office', '2025-01-01', 'city:: Hamburg'),
  });
  await using memory = await openMemory({ vault: folder.root, env: folder.env });
  await memory.index({ writeNotes: false });
  const { claims } = await memory.claims.listClaims({ status: 'superseded' });
  const subject = claims[0]?.subject as string;
  const entries = await memory.timeline(subject);
  expect(entries.map(({ validFrom, validUntil }) => [validFrom, validUntil])).toContainEqual([
    '2023-01-01',
    '2025-01-01',
  ]);
  expect((await memory.history(claims[0]?.id as string)).map(({ kind }) => kind)).toEqual([
    'recorded',
    'superseded',
  ]);
  const asOf = await memory.claims.listClaims({ asOf: { valid: '2024-01-01' } });
  expect(asOf.claims.some(({ notePath }) => notePath === 'b.md')).toBe(false);
  expect(asOf.claims.some(({ notePath }) => notePath === 'a.md')).toBe(true);
});
