/**
 * Everything that has to hold before a change lands, in one command: lint, types, layers, packed packages, snippets, then the
 * tests. Every stage runs even where one before it failed. Ends with `N passed, N failed`: the tests, a failed stage counting as
 * one failure more. Exits 1 on any failure.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests } from './count-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const node = process.execPath;

type Stage = readonly [name: string, command: string, args: readonly string[]];

/** What is checked in the source, and what is built of it: neither needs the other, and CI has two cores. */
const LANES: readonly (readonly Stage[])[] = [
  [
    ['lint', bin('biome'), ['check', '.']],
    ['outbound', node, ['scripts/check-outbound.ts']],
    ['files', node, ['scripts/check-files.ts']],
    ['house', node, ['scripts/check-house.ts']],
    ['layers', node, ['scripts/check-layers.ts']],
    ['exports', node, ['scripts/check-exports.ts']],
    ['freeze', node, ['scripts/check-freeze.ts']],
    ['release', node, ['scripts/check-release.ts']],
    ['references', node, ['--conditions=memora-source', 'scripts/write-references.ts', '--check']],
    ['types', bin('tsc'), ['-p', 'tsconfig.json']],
    ['types of the report page', bin('tsc'), ['-p', 'packages/report/page']],
    ['types of the page', bin('tsc'), ['-p', 'packages/studio/page']],
    ['snippets', node, ['scripts/check-snippets.ts']],
  ],
  [
    ['build', node, ['scripts/build.ts']],
    ['packages', node, ['scripts/check-packages.ts']],
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'memora-check-'));
// Packed once, for the stage that looks at the packages and for the tests that install them.
const env = { ...process.env, MEMORA_PACKED: join(folder, 'packed') };
const failedStages = (await Promise.all(LANES.map(runLane))).flat();
const tests = await runTests();
rmSync(folder, { recursive: true, force: true });
if (failedStages.length > 0) console.log(`failed: ${failedStages.join(', ')}`);
const failed = tests.failed + failedStages.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** One stage after the other; the names of those that failed. */
async function runLane(stages: readonly Stage[]): Promise<string[]> {
  const lost: string[] = [];
  for (const stage of stages) if (!(await runStage(stage, 'pipe'))) lost.push(stage[0]);
  return lost;
}

/** With `pipe` what it prints is shown when it has ended, so that two at a time can be read. */
async function runStage([name, command, args]: Stage, stdio: 'pipe' | 'inherit'): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', stdio, stdio] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += String(error);
      resolve(null);
    });
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${output}${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  return status === 0;
}

async function runTests(): Promise<{ passed: number; failed: number }> {
  const file = join(folder, 'report.json');
  const reporters = ['default', 'json', './scripts/second-tries.ts'].map((name) => `--reporter=${name}`);
  // Three workers on two cores meet moments that no run alone meets: one test of eleven thousand is tried again, and named.
  // What types say of tests is said by the stage of types already: that project would compile everything once more.
  const args = ['run', '--project=!types', '--retry=1', ...reporters, `--outputFile.json=${file}`];
  const passed = await runStage(['test', bin('vitest'), args], 'inherit');
  const count = existsSync(file)
    ? countTests(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  // A run that failed outside of any test (an unhandled rejection, a file that does not load) is a failure all the same.
  return passed ? count : { ...count, failed: Math.max(1, count.failed) };
}
