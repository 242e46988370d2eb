import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startVitest } from 'vitest/node';
import SecondTries from './second-tries.ts';

it('names what passed on its second try, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'second-tries-'));
  writeFileSync(
    join(root, 'some.test.mjs'),
    `let tries = 0;
     test('first', () => {});
     test('second', () => { if (++tries < 2) throw new Error('not yet'); });
     test('never', () => { throw new Error('never'); });`,
  );
  const lines: string[] = [];
  const before = process.exitCode;
  const run = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    globals: true,
    retry: 1,
    reporters: [new SecondTries((line) => lines.push(line))],
  });
  await run.close();
  process.exitCode = before;
  rmSync(root, { recursive: true });
  expect(lines).toEqual(['passed on its second try, repair it: some.test.mjs > second']);
});
