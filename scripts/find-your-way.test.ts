import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/find-your-way.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!you look|---)/.test(line));
const named = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

it('has a row for each of the behaviours that a newcomer was asked to find', () => {
  expect(rows.length).toBeGreaterThanOrEqual(10);
});

it.each(rows)('%s', (row) => {
  const files = named(row).filter((name) => name.startsWith('packages/'));
  const links = [...row.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => join('docs', path));
  // At most three files are opened, not counting this page.
  expect(files.length + links.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(3);
  for (const file of [...files, ...links]) expect(existsSync(join(root, file)), file).toBe(true);
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const names = named(row).filter((name) => /^[A-Za-z_]+$/.test(name));
  if (files.length > 0) for (const name of names) expect(text).toContain(name);
});
