import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type IndexMarks, openIndexFile, writeIndexFile } from './index-file.ts';
import type { VectorSet } from './vector-schema.ts';

const set = { id: 1, embedder: 'e', version: '1', dimensions: 3 } as VectorSet;
const manifest = { owner: 'o', set: 1, embedder: 'e', version: '1', dimensions: 3, sequence: 5, vectors: 2 };
const marksOf = (key: string): IndexMarks => ({
  mark: (what, content) => `${key} ${what} ${content}`,
  isOurs: (what, content, mark) => mark === `${key} ${what} ${content}`,
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memora-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (marks?: IndexMarks) =>
  writeIndexFile(folder, manifest, (path) => writeFileSync(path, 'bytes'), marks);
const open = (marks?: IndexMarks) => openIndexFile(folder, 'o', set, 5, marks);

it('opens a file of its own mark, and none of another, of none, or with another manifest', () => {
  write(marksOf('ours'));
  expect(open(marksOf('ours'))?.manifest.vectors).toBe(2);
  expect(open(marksOf('theirs'))).toBeNull();
  const path = join(folder, 'claims.usearch.json');
  const text = readFileSync(path, 'utf8');
  for (const other of [
    text.replace('"sequence": 5', '"sequence": 4'),
    text.replace(/,\s*"mark": [^\n]*/, ''),
    text.replace('"vectors": 2', '"vectors": 3'),
  ]) {
    expect(other).not.toBe(text);
    writeFileSync(path, other);
    expect(open(marksOf('ours'))).toBeNull();
  }
  write();
  expect(open(marksOf('ours'))).toBeNull();
  expect(open()?.manifest.vectors).toBe(2);
});

it('opens no file through a link', () => {
  write();
  const other = mkdtempSync(join(tmpdir(), 'memora-index-'));
  symlinkSync(join(folder, 'claims.usearch'), join(other, 'claims.usearch'));
  writeFileSync(join(other, 'claims.usearch.json'), readFileSync(join(folder, 'claims.usearch.json')));
  expect(openIndexFile(other, 'o', set, 5)).toBeNull();
  rmSync(other, { recursive: true });
});
