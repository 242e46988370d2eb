import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const KILLS = process.env['MEMORA_TEST_WHOLE'] === '1' ? '4' : '2';

const script = fileURLToPath(new URL('./kill-index.ts', import.meta.url));

it('completes an index that was killed at a random moment, with every claim and none twice', () => {
  const output = execFileSync(process.execPath, ['--conditions=memora-source', script, KILLS], {
    encoding: 'utf8',
  });
  expect(output).toContain(`${KILLS} killed: no claim lost, none doubled`);
});
