import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePage } from './write-page.ts';

const PAGE = '<!doctype html><meta name="generator" content="memora 1">';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memora-page-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  '.memora/config.toml',
  '.memora/memora.db',
  '.memora/watch.lock',
  '.memora/use.db',
  'pump.md',
  'Board.canvas',
])('writes no page to %s, which something else reads', async (name) => {
  await expect(writePage(join(folder, name), PAGE)).rejects.toMatchObject({
    code: 'USAGE',
    hint: 'Use a name that ends in .html.',
  });
  expect(await readdir(folder)).toEqual([]);
});

it('writes over its own page, and over nothing else', async () => {
  const path = join(folder, 'page.html');
  await writeFile(path, PAGE, { mode: 0o644 });
  await writePage(path, PAGE);
  await writePage(path, `${PAGE} two`);
  expect(await readFile(path, 'utf8')).toBe(`${PAGE} two`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFile(path, '<!doctype html>theirs');
  await expect(writePage(path, PAGE)).rejects.toMatchObject({ code: 'USAGE' });
  expect(await readFile(path, 'utf8')).toBe('<!doctype html>theirs');
});
