/**
 * `node --conditions=memora-source scripts/crash-matrix.ts [kills per case] [seed] [pattern for case names]`: kills each writing command as
 * `kill -9` does, at write operations and times that a seed chooses, and checks the result: notes are whole, no secret is readable, and the
 * next run repairs the rest. `all` kills at each operation. With `FAIL_WITH=ENOSPC`, `EROFS` or `EIO` in the environment, everything that
 * writes fails from that point on instead; with `EMFILE`, everything that opens a file; with `INODES`, everything that creates one.
 */
import { CRASH_CASES } from '../packages/cli/src/testing-fixtures/crash/crash-cases.ts';
import type { Ending } from '../packages/cli/src/testing-fixtures/crash/open-crash-place.ts';
import { prepareCrashCase } from '../packages/cli/src/testing-fixtures/crash/run-crash-case.ts';
import { createRandom } from './fuzz/random.ts';

const [kills = '6', seed = '7', ...words] = process.argv.slice(2);
const failWith = process.env['FAIL_WITH'] as Ending['failWith'];
const random = createRandom(Number(seed));
const chosen = CRASH_CASES.filter(({ name }) => new RegExp(words.join(' ')).test(name));
let total = 0;
let failed = 0;
for (const crash of chosen) {
  using prepared = await prepareCrashCase(crash, failWith);
  const { operations } = prepared;
  const points =
    kills === 'all'
      ? Array.from({ length: operations }, (_, i) => i + 1)
      : Array.from({ length: Number(kills) }, () => 1 + random.below(Math.max(operations, 1)));
  let bad = 0;
  for (const at of points) {
    const problems = await prepared.kill(at);
    total++;
    if (problems.length > 0) bad++;
    for (const problem of problems) console.log(`  ${crash.name}, operation ${at}: ${problem}`);
  }
  failed += bad;
  console.log(`${crash.name}: ${operations} operations, ${points.length} kills, ${bad} failed`);
}
console.log(`${chosen.length} commands, ${total} kills, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
