import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE = `# Ana

Ana likes tea since 2020-02-02.

<!--privacy:secret-->
On 1987-06-05 we decided to sell the mill.

Ana lived in Oslo from March 1991 until August 1993.
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
  expect(await heldAt('1992-01-01')).toContain('1991-03');
  expect(await heldAt('1994-01-01')).not.toContain('1991-03');
});
