import { existsSync } from 'node:fs';
import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const AT = new Date('2026-02-03T04:05:06Z');
const LATER = new Date('2026-05-03T04:05:06Z');

test('twenty counts at the same time, by two memories, count twenty; the first and the last time are kept', async () => {
  await using vault = await setupVault({ 'a.md': '# A\n\nThe pump runs at 40 bar.\n' });
  await using one = await openMemory({ vault: vault.root, env: vault.env });
  await using other = await openMemory({ vault: vault.root, env: vault.env });
  await one.index();
  expect(await one.access.read(['mem_a'])).toEqual(new Map());
  expect(existsSync(join(vault.root, '.memora', 'use.db'))).toBe(false);
  await one.access.count(['mem_a'], LATER);
  await Promise.all(
    Array.from({ length: 19 }, (_, i) =>
      (i % 2 === 0 ? one : other).access.count(['mem_a', 'mem_a', 'mem_b'], AT),
    ),
  );
  expect(Object.fromEntries(await other.access.read(['mem_a', 'mem_b', 'mem_c']))).toEqual({
    mem_a: { count: 20, first: LATER.toISOString(), last: LATER.toISOString() },
    mem_b: { count: 19, first: AT.toISOString(), last: AT.toISOString() },
  });
});

test('more counts than are kept apart come to the sums, from two memories at once, and none counts twice', async () => {
  await using vault = await setupVault({ 'a.md': '# A\n\nThe pump runs at 40 bar.\n' });
  await using one = await openMemory({ vault: vault.root, env: vault.env });
  await using other = await openMemory({ vault: vault.root, env: vault.env });
  await one.index();
  await one.access.count(['mem_a'], AT);
  for (let i = 0; i < 1_300; i++) {
    await (i % 2 === 0 ? one : other).access.count(['mem_a', `mem_${i % 3}`], i === 700 ? LATER : AT);
    if (i % 400 === 399) await other.access.read(['mem_a']);
  }
  expect(Object.fromEntries(await one.access.read(['mem_a', 'mem_0', 'mem_1']))).toEqual({
    mem_a: { count: 1_301, first: AT.toISOString(), last: LATER.toISOString() },
    mem_0: { count: 434, first: AT.toISOString(), last: AT.toISOString() },
    mem_1: { count: 433, first: AT.toISOString(), last: LATER.toISOString() },
  });
});

test('erasing a note takes its count out of every byte, and leaves that of others', async () => {
  await using vault = await setupVault({
    'a.md': '---\nid: mem_gone\n---\nThe pump runs at 40 bar.\n',
    'b.md': '---\nid: mem_stays\n---\nThe valve closes at noon.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.access.count(['mem_gone', 'mem_stays'], AT);
  await rm(join(vault.root, 'a.md'));
  await memory.index();
  await memory.erase({ note: 'a.md' });
  expect([...(await memory.access.read(['mem_gone', 'mem_stays'])).keys()]).toEqual(['mem_stays']);
  const bytes = await readFile(join(vault.root, '.memora', 'use.db'), 'latin1');
  expect(bytes).not.toContain('mem_gone');
});

test('a folder that may not be written counts nothing and fails nobody', async () => {
  await using vault = await setupVault({ 'a.md': '# A\n\nThe pump runs at 40 bar.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await chmod(join(vault.root, '.memora'), 0o500);
  try {
    await memory.access.count(['mem_a'], AT);
    await memory.access.read(['mem_a']);
  } finally {
    await chmod(join(vault.root, '.memora'), 0o700);
  }
});

test('what is taken at once by two memories is no more than there is, and comes back where it was not used', async () => {
  await using vault = await setupVault({ 'a.md': '# A\n\nThe pump runs at 40 bar.\n' });
  await using one = await openMemory({ vault: vault.root, env: vault.env });
  await using other = await openMemory({ vault: vault.root, env: vault.env });
  expect(await one.access.taken('s')).toBeNull();
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).access.take('s', 7, AT)),
  );
  expect(taken.filter((count) => count !== 0).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await other.access.putBack('s');
  expect(await one.access.taken('s')).toEqual({ count: 6, last: AT.toISOString() });
  expect(await one.access.take('s', 7, LATER)).toBe(7);
  expect(await one.access.take('s', 0, LATER)).toBe(0);
  // Long afterwards another count begins, and an id without activity is forgotten.
  await one.access.take('t', 7, new Date('2027-05-03T04:05:06Z'));
  expect(await one.access.taken('s')).toBeNull();
});
