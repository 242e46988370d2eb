import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { findPager, showInPager } from './open-pager.ts';

const tty = { isTTY: true } as { isTTY: boolean };

function find(env: Record<string, string>, streams: { stdin?: object; stdout?: object } = {}) {
  const { stdin = tty, stdout = tty } = streams;
  return findPager({ stdin: stdin as Readable, stdout: stdout as never, env });
}

it('is what PAGER says, or less, and nothing where nobody pages', () => {
  expect(find({})).toBe('less');
  expect(find({ PAGER: 'more -d' })).toBe('more -d');
  for (const env of [{ PAGER: '' }, { PAGER: 'cat' }, { TERM: 'dumb' }, { CI: 'true' }])
    expect(find(env as unknown as Record<string, string>)).toBe(null);
  expect(find({}, { stdout: {} })).toBe(null);
  expect(find({}, { stdin: Readable.from([]) })).toBe(null);
});

it('gets the whole text, and says where it cannot be started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memora-pager-'));
  const env = { PATH: process.env['PATH'], OUT: join(folder, 'out') };
  try {
    const text = 'a line\n'.repeat(20_000);
    expect(await showInPager(text, 'cat > "$OUT"', env)).toBe(true);
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe(text);
    // The reader quit before the end and has read enough.
    expect(await showInPager(text, 'head -1 > "$OUT"', env)).toBe(true);
    expect(await showInPager(text, 'no-such-pager-here 2> "$OUT"', env)).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
