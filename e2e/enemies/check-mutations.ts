/**
 * Removes one guard after the other and runs the tests that must notice: `node e2e/enemies/check-mutations.ts`. Prints each guard and whether
 * a test noticed; exits with 1 if one was missed. Guards with unit tests come first. Guards that show only outside the process follow, under
 * the recorder of the suite, after a build. The source on disk stays the same: the guard is removed while the file is loaded.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { missedProcesses } from './missed-processes.ts';
import { MUTATIONS } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('./mutate.config.ts', import.meta.url));

const run = (tests: readonly string[], mutation: string): boolean =>
  spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, '--fsModuleCache=false', '--bail', '1', ...tests],
    {
      cwd: root,
      env: { ...process.env, MEMORA_MUTATION: mutation },
      stdio: 'ignore',
    },
  ).status === 0;

const all = [...new Set(MUTATIONS.flatMap(({ tests }) => tests))];
let missed = 0;
if (!run(all, '')) {
  process.stdout.write('the tests fail with every guard in place\n');
  missed++;
}
for (const [i, { guard, tests }] of MUTATIONS.entries()) {
  const isNoticed = !run(tests, String(i));
  if (!isNoticed) missed++;
  process.stdout.write(`${isNoticed ? 'noticed' : 'MISSED '}  ${guard}\n`);
}
const found = await missedProcesses((line) => process.stdout.write(`${line}\n`));
missed += found;
process.exitCode = missed === 0 ? 0 : 1;
