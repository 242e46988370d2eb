import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { startVitest } from 'vitest/node';

// By its file, as the check names it: vitest makes the reporter, and hands it options.
it('names what passed on its second try, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'second-tries-'));
  writeFileSync(
    join(root, 'some.test.mjs'),
    `let tries = 0;
     test('first', () => {});
     test('second', () => { if (++tries < 2) throw new Error('not yet'); });
     test('never', () => { throw new Error('never'); });`,
  );
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const before = process.exitCode;
  const run = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    globals: true,
    retry: 1,
    reporters: [fileURLToPath(new URL('second-tries.ts', import.meta.url))],
  });
  await run.close();
  process.exitCode = before;
  rmSync(root, { recursive: true });
  const lines = log.mock.calls.map(([line]) => line);
  log.mockRestore();
  expect(lines).toEqual(['passed on its second try, repair it: some.test.mjs > second']);
});
