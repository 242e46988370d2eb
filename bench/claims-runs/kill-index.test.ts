import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./kill-index.ts', import.meta.url));

it('completes an index that was killed at a random moment, with every claim and none twice', () => {
  const output = execFileSync(process.execPath, ['--conditions=memora-source', script, '4'], {
    encoding: 'utf8',
  });
  expect(output).toContain('4 killed: no claim lost, none doubled');
});
