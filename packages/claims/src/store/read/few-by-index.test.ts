import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

it('asks after notes that are archived or no memories and claims that are secret by an index of those alone', async () => {
  await using vault = await setupVault({ 'a.md': 'Drift uses MessagePack.\n' });
  await vault.index();
  const { database } = vault.store;
  const asked: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    asked.push(sql);
    return prepare(sql);
  }) as typeof database.prepare;
  await vault.store.notes({ status: 'archived' });
  await vault.store.listClaims({ bands: ['secret'], limit: 1 });
  const beside = { memories: false, active: true } as const;
  expect(vault.store.fewPassing(beside, 1)).toHaveLength(1);
  expect(vault.store.fewPassing(beside, 0)).toBeNull();
  const plans = asked.map((sql) =>
    prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(sql.match(/\?/g)?.map(() => null) ?? []))
      .map(({ detail }) => detail),
  );
  expect(plans.map(([first]) => first)).toEqual([
    expect.stringContaining('USING INDEX note_archived'),
    expect.stringContaining('USING INDEX claim_secret'),
    expect.stringContaining('USING INDEX note_beside_memories'),
  ]);
});
