import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { readPages, snapshot } from '../../testing-fixtures/read-pages.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const CHILD = fileURLToPath(new URL('../../testing-fixtures/watch-child.ts', import.meta.url));

it('leaves whole pages and a lock that is taken over when a watch is killed in the middle of consolidating', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [
      `region-${n % 40}/note-${n}.md`,
      `# Note ${n}\n\nUnit ${n} weighs ${n} kg.\n\nUnit ${n} was painted in 20${10 + (n % 15)}.\n`,
    ]),
  );
  await using vault = await setupVault(notes);
  const child = spawn(
    process.execPath,
    ['--conditions=memora-source', CHILD, vault.root, vault.env['MEMORA_CONFIG_DIR'] as string],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  // Some pages are written and most are not, so the work is half done.
  while ((await readPages(vault.root)).size < 9 && child.exitCode === null) await wait(5);
  child.kill('SIGKILL');
  await ended;
  const before = await readPages(vault.root);
  expect(before.size).toBeLessThan(81);
  for (const [path, text] of before) {
    const markers = [...text.matchAll(/^<!-- memora:(begin|end) [a-z-]+ -->$/gmu)].map(([, kind]) => kind);
    expect([path, markers.length % 2, text.endsWith('\n')]).toEqual([path, 0, true]);
    expect(markers.filter((kind) => kind === 'begin')).toHaveLength(markers.length / 2);
  }

  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  const done = await memory.consolidate();
  expect(done.failures).toEqual([]);
  expect((await readPages(vault.root)).size).toBe(81);
  const after = await snapshot(vault.root);
  expect(await memory.consolidate()).toMatchObject({ pagesWritten: [], regionsRebuilt: [] });
  expect(await snapshot(vault.root)).toEqual(after);
  for (const [path, text] of Object.entries(notes)) {
    expect(await readFile(join(vault.root, path), 'utf8')).toBe(text);
  }
  const locks = (await readdir(join(vault.root, '.memora'))).filter((name) => name === 'maintain.lock');
  expect(locks).toEqual([]);
});

it('maintains beside a watch: pages at once, and again when what is contested changes', async () => {
  await using vault = await setupVault({
    'one.md': 'The gate is painted green.\n',
    'two.md': 'The size of the Berlin Office is 20 people.\n',
  });
  await using memory = await openMemory({
    vault: vault.root,
    env: { ...vault.env, MEMORA_CONSOLIDATION_PAGES: 'beside' },
  });
  const stop = new AbortController();
  const maps: string[] = [];
  for await (const event of memory.watch({ signal: stop.signal })) {
    expect(event.type).not.toBe('problem');
    if (event.type !== 'consolidated') continue;
    maps.push(await readFile(join(vault.root, 'world_map.md'), 'utf8'));
    if (maps.length === 1) await vault.write('three.md', 'The size of the Berlin Office is 30 people.\n');
    else stop.abort();
  }
  expect(maps).toHaveLength(2);
  expect(maps[0]).not.toContain('30 people');
  expect(maps[1]).toContain('These cannot all be true');
});
