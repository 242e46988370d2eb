import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE = `# Ana

Ana likes tea since 2020-02-02.

<!--privacy:secret-->
On 1987-06-05 we decided to sell the mill.

Ana lived in Oslo from 1991-03-04 until 1993-08-09.
<!--/privacy-->
`;

async function bytesBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(read)).join('\n');
}

it('keeps dates and kind of secret claims in no byte of the database or its backup', async () => {
  await using vault = await setupVault({ 'ana.md': NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.backup(join(vault.root, '.memora', 'copy.db'));
  const kept = await bytesBelow(join(vault.root, '.memora'));
  expect(kept).toContain('2020-02-02');
  for (const date of ['1987-06', '1991-03', '1993-08']) expect(kept).not.toContain(date);
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  expect(claims.map(({ validFrom }) => validFrom)).toContain('1987-06-05');
  expect(claims.map(({ kind }) => kind)).toContain('decision');
});

it('answers by them for whoever may see them, then as of now', async () => {
  await using vault = await setupVault({ 'ana.md': NOTE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const heldAt = async (valid: string) => {
    const { claims } = await memory.claims.listClaims({ bands: ['secret'], asOf: { valid } });
    const { hits } = await memory.query('Ana Oslo', { bands: ['secret'], asOf: { valid }, k: 20 });
    expect(new Set(hits.map(({ claim }) => claim.id))).toEqual(
      new Set(claims.filter(({ subject }) => subject === 'Ana').map(({ id }) => id)),
    );
    return claims.map(({ validFrom }) => validFrom);
  };
  expect(await heldAt('1986-01-01')).toEqual([]);
  expect(await heldAt('1992-01-01')).toContain('1991-03-04');
  expect(await heldAt('1994-01-01')).not.toContain('1991-03-04');
});

it('seals what an older version kept of them in a backup, and names one that cannot be opened', async () => {
  await using vault = await setupVault({ 'ana.md': NOTE });
  const [copy, broken] = [join(vault.root, '..', 'copy.db'), join(vault.root, '..', 'broken.db')];
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    for (const path of [copy, broken]) await memory.backup(path);
  }
  const store = await openClaimStore({ path: copy });
  store.database.exec(`UPDATE claim SET valid_from = '1987-06-05', superseded_at = '1999-09-09' WHERE sealed IS NOT NULL;
    DELETE FROM meta WHERE name = 'sealed_rows'`);
  await store.close();
  await writeFile(broken, 'no database at all, '.repeat(300));
  expect(await readFile(copy, 'latin1')).toContain('1999-09-09');
  // Lists of older versions do not say in which form a backup is.
  const lists = join(vault.env['MEMORA_CONFIG_DIR'] as string, 'written');
  for (const name of await readdir(lists)) {
    const text = await readFile(join(lists, name), 'utf8');
    await writeFile(join(lists, name), text.replaceAll(/,"sealed":\d+/g, ''));
  }
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const { uncleanedBackups } = await memory.index();
  expect(uncleanedBackups.map(({ path, code }) => [path, code])).toEqual([[broken, 'DATABASE_CORRUPT']]);
  const kept = await readFile(copy, 'latin1');
  for (const date of ['1987-06', '1999-09-09']) expect(kept).not.toContain(date);
  const warnings = (await memory.doctor()).checks.filter(({ name }) => name === 'backups');
  expect(warnings.map(({ status }) => status)).toEqual(['warning']);
  // It was told once, and the doctor keeps it.
  expect((await memory.index()).uncleanedBackups).toEqual([]);
  await memory.restore(copy);
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  expect(claims.length).toBeGreaterThan(0);
});

it('seals what an older version kept of them in the open', async () => {
  await using vault = await setupVault({ 'ana.md': NOTE });
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
  }
  const path = join(vault.root, '.memora', 'memora.db');
  const store = await openClaimStore({ path });
  store.database.exec(`UPDATE claim SET valid_from = '1987-06-05', superseded_at = '1999-09-09' WHERE sealed IS NOT NULL;
    DELETE FROM meta WHERE name = 'sealed_rows'`);
  await store.close();
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const kept = await bytesBelow(join(vault.root, '.memora'));
  for (const date of ['1987-06', '1999-09-09']) expect(kept).not.toContain(date);
});
