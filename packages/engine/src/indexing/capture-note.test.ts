import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { MemoraError } from '@memora/core';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { whileBusy } from './capture-note.ts';

it('writes a note and makes it findable at once', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  await memory.index();
  const { path } = await memory.capture({
    region: 'inbox',
    summary: 'Glaze',
    body: 'The glaze needs 1,240 degrees.',
  });
  expect(path).toBe('inbox/Glaze.md');
  expect(await readFile(join(vault.path, path), 'utf8')).toContain('The glaze needs 1,240 degrees.');
  const { hits } = await memory.query('how hot for the glaze?');
  expect(hits[0]?.claim.notePath).toBe(path);
});

it('writes no credential into the note of an agent, and says which were left out; a person may write down their own', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  const key = 'AKIAQ3EGRHTY5ZB6LMNO';
  const note = {
    region: `keys ${key}`,
    summary: `Key ${key}`,
    title: `Key ${key}`,
    body: `The key of the kiln is ${key}.`,
    tags: [key],
    refs: [`[[${key}]]`],
    properties: { key },
  };
  const { hidden, path } = await memory.capture({ ...note, source: 'agent' });
  expect(hidden).toEqual(['AWS access key']);
  expect(path).not.toContain(key);
  expect(await readFile(join(vault.path, path), 'utf8')).not.toContain(key);
  const own = await memory.capture({ summary: 'Mine', body: note.body, source: 'personal' });
  expect(own.hidden).toEqual([]);
  expect(await readFile(join(vault.path, own.path), 'utf8')).toContain(key);
});

it('indexes the whole vault where nothing was indexed yet', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  await memory.capture({ summary: 'Glaze', body: 'The glaze needs 1,240 degrees.' });
  const { claims } = await memory.claims.listClaims();
  expect([...new Set(claims.map(({ notePath }) => notePath))]).toEqual(['Glaze.md', 'a.md']);
});

it('takes a database that a killed process left empty for none, and indexes the whole vault', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  {
    await using first = await openMemory({ vault: vault.path, env: vault.env });
    await first.index();
  }
  for (const end of ['-wal', '-shm']) await rm(join(vault.path, `.memora/memora.db${end}`), { force: true });
  await writeFile(join(vault.path, '.memora/memora.db'), '');
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  expect(await memory.revision()).toBeNull();
  await memory.capture({ summary: 'Glaze', body: 'The glaze needs 1,240 degrees.' });
  const { claims } = await memory.claims.listClaims();
  expect([...new Set(claims.map(({ notePath }) => notePath))]).toEqual(['Glaze.md', 'a.md']);
});

it('takes captures at once, one after the other, while others ask', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  await memory.index();
  const numbers = Array.from({ length: 8 }, (_, i) => i);
  const results = await Promise.all(
    numbers.flatMap((i) => [
      memory.capture({ region: 'log', summary: 'Reading', body: `Sensor ${i} read ${100 + i} lux.` }),
      memory.query('kiln').then(({ hits }) => hits.length),
    ]),
  );
  expect(results.filter((result) => typeof result === 'number').every((hits) => Number(hits) > 0)).toBe(true);
  expect(await readdir(join(vault.path, 'log'))).toHaveLength(8);
  expect((await memory.claims.listClaims({ region: 'log' })).claims).toHaveLength(8);
});

it('refuses a region outside the vault and writes nothing', async () => {
  await using vault = await setupVault({});
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  await expect(memory.capture({ region: '../out', summary: 'x', body: 'y' })).rejects.toMatchObject({
    code: 'PATH_OUTSIDE_VAULT',
  });
  expect(await readdir(vault.path)).toEqual([]);
});

it('waits while another process writes, and for nothing else', async () => {
  let tries = 0;
  const failing = (code: string, times: number) => async () => {
    tries++;
    if (tries <= times) throw new MemoraError('x', { code });
    return 'written';
  };
  expect(await whileBusy(failing('DATABASE_BUSY', 3))).toBe('written');
  expect(tries).toBe(4);
  await expect(whileBusy(failing('DATABASE_CORRUPT', 9))).rejects.toMatchObject({ code: 'DATABASE_CORRUPT' });
  tries = 0;
  const stop = AbortSignal.abort();
  await expect(whileBusy(failing('DATABASE_BUSY', 9), stop)).rejects.toMatchObject({ name: 'AbortError' });
});

async function setupVault(notes: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'memora-capture-'));
  const path = await mkdtemp(join(folder, 'vault-'));
  for (const [name, text] of Object.entries(notes)) await writeFile(join(path, name), text);
  const dispose = () => rm(folder, { recursive: true, force: true });
  return { path, env: { MEMORA_CONFIG_DIR: join(folder, 'config') }, [Symbol.asyncDispose]: dispose };
}

it('waits its turn too where SQLite itself says that another process writes', async () => {
  await using vault = await setupVault({});
  const path = join(vault.path, 'any.db');
  const [first, second] = [await openClaimStore({ path }), await openClaimStore({ path })];
  const [other, own] = [first.database, second.database];
  own.pragma('busy_timeout = 0');
  other.exec('BEGIN IMMEDIATE');
  let tries = 0;
  await whileBusy(async () => {
    if (++tries === 2) other.exec('COMMIT');
    own.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('any', 1)");
  });
  expect(tries).toBe(2);
  for (const each of [first, second]) await each.close();
});
