import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileNumber, holdsBytes } from './holds-bytes.ts';

let root = '';
const at = (...names: string[]) => join(root, ...names);
const bytes = Buffer.from('The pump runs at 40 bar.\n');
const holds = (path: string, known: Uint8Array = bytes, file: FileNumber = numberOf(path)) =>
  holdsBytes(root, path, known, file);

/** The current file at a path, through whatever links; none if nothing is there. */
function numberOf(path: string): FileNumber {
  try {
    return lstatSync(join(root, path));
  } catch {
    return { dev: 0, ino: 0 };
  }
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'memora-holds-')));
  mkdirSync(at('notes'));
  writeFileSync(at('notes/pump.md'), bytes);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('knows a note by its bytes, each time anew', () => {
  expect(holds('notes/pump.md')).toBe(true);
  const others = [
    'The pump runs at 41 bar.\n',
    'The pump runs at 40 bar.',
    'The pump runs at 40 bar.\n\n',
    '',
  ];
  for (const text of others) {
    writeFileSync(at('next.md'), text);
    renameSync(at('next.md'), at('notes/pump.md'));
    expect(holds('notes/pump.md')).toBe(false);
    expect(holds('notes/pump.md', Buffer.from(text))).toBe(true);
  }
  const long = Buffer.alloc(200_000, 'a');
  writeFileSync(at('notes/pump.md'), long);
  expect(holds('notes/pump.md', long)).toBe(true);
  writeFileSync(at('notes/pump.md'), bytes);
  expect(holds('notes/pump.md', long)).toBe(false);
  expect(holds('notes/pump.md')).toBe(true);
});

it('knows a note by its file: another one with the same bytes is not the one that was read', () => {
  const read = numberOf('notes/pump.md');
  expect(holds('notes/pump.md', bytes, read)).toBe(true);
  writeFileSync(at('next.md'), bytes);
  renameSync(at('next.md'), at('notes/pump.md'));
  expect(holds('notes/pump.md', bytes, read)).toBe(false);
  expect(holds('notes/pump.md')).toBe(true);
});

it('says of nothing else that it holds them, and waits for no pipe', () => {
  const read = numberOf('notes/pump.md');
  mkdirSync(at('others'));
  writeFileSync(at('others/pump.md'), bytes);
  symlinkSync(at('notes/pump.md'), at('link.md'));
  symlinkSync(at('others'), at('folder'));
  execFileSync('mkfifo', [at('pipe.md')]);
  for (const path of ['link.md', 'folder/pump.md', 'pipe.md', 'notes', 'none.md', 'notes/pump.md/x'])
    expect([path, holds(path, bytes, read)]).toEqual([path, false]);
  for (const path of ['link.md', 'pipe.md', 'notes']) expect([path, holds(path)]).toEqual([path, false]);
  expect(() => holds('../pump.md')).toThrow(expect.objectContaining({ code: 'PATH_OUTSIDE_VAULT' }));
});
