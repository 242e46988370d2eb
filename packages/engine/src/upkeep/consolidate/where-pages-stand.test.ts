import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { readPages } from '../../testing-fixtures/read-pages.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = { 'plant/pump.md': 'The pump runs at 40 bar.\n', 'people/ida.md': 'Ida leads the project.\n' };
const BESIDE = ['people/_atlas.md', 'people/_index.md', 'plant/_atlas.md', 'plant/_index.md', 'world_map.md'];
const pathsOf = async (root: string) => [...(await readPages(root)).keys()].sort();

async function open(vault: Awaited<ReturnType<typeof setupVault>>, pages?: string) {
  const env = pages === undefined ? {} : { MEMORA_CONSOLIDATION_PAGES: pages };
  return openMemory({ vault: vault.root, env: { ...vault.env, ...env } });
}

it('puts pages beside the notes, or into one folder of their own, and moves them when that changes', async () => {
  await using vault = await setupVault(NOTES);
  {
    await using memory = await open(vault);
    await memory.index();
    await memory.consolidate();
    expect(await pathsOf(vault.root)).toEqual(BESIDE);
    // Other users of the machine may read the notes, but not a page made from all of them.
    expect(BESIDE.map((path) => statSync(join(vault.root, path)).mode & 0o777)).toEqual(
      BESIDE.map(() => 0o600),
    );
  }
  const inFolder = BESIDE.map((path) => `_memora/${path}`);
  {
    await using memory = await open(vault, 'folder');
    await memory.consolidate();
    expect(await pathsOf(vault.root)).toEqual(inFolder);
    const map = (await readPages(vault.root)).get('_memora/world_map.md');
    expect(map).toContain('_memora/people/_atlas');
    // Pages in a folder are not notes either.
    expect((await memory.index()).report.notes).toBe(2);
    expect(await memory.consolidate()).toMatchObject({ pagesWritten: [], pagesRemoved: [] });
  }
  await using memory = await open(vault, 'off');
  expect(await memory.consolidate({ all: true })).toMatchObject({ pagesWritten: [], pagesRemoved: [] });
  expect(await pathsOf(vault.root)).toEqual(inFolder);
});

it.each([
  [undefined, []],
  ['off', []],
  ['beside', BESIDE],
  ['folder', BESIDE.map((path) => `_memora/${path}`)],
])('a watch with pages = %s writes %j', async (pages, expected) => {
  await using vault = await setupVault(NOTES);
  await using memory = await open(vault, pages);
  const stop = new AbortController();
  for await (const event of memory.watch({ signal: stop.signal })) {
    expect(event.type).not.toBe('problem');
    // The challenger runs first, then the pages.
    if (event.type === (expected.length > 0 ? 'consolidated' : 'challenged')) {
      setTimeout(() => stop.abort(), expected.length > 0 ? 0 : 300);
    }
  }
  expect(await pathsOf(vault.root)).toEqual(expected);
});
