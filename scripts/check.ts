/**
 * Everything that has to hold before a change lands, in one command: lint, types, layers, packed packages, snippets, then the
 * tests. Every stage runs even where one before it failed. Ends with `N passed, N failed`: the tests, a failed stage counting as
 * one failure more. Exits 1 on any failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests } from './count-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const node = process.execPath;

const STAGES: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['lint', bin('biome'), ['check', '.']],
  ['outbound', node, ['scripts/check-outbound.ts']],
  ['files', node, ['scripts/check-files.ts']],
  ['house', node, ['scripts/check-house.ts']],
  ['layers', node, ['scripts/check-layers.ts']],
  ['exports', node, ['scripts/check-exports.ts']],
  ['references', node, ['--conditions=memora-source', 'scripts/write-references.ts', '--check']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the page', bin('tsc'), ['-p', 'packages/report/page']],
  ['build', node, ['scripts/build.ts']],
  ['packages', node, ['scripts/check-packages.ts']],
  ['snippets', node, ['scripts/check-snippets.ts']],
];

const failedStages = STAGES.filter(([name, command, args]) => !runStage(name, command, args));
const tests = runTests();
if (failedStages.length > 0) console.log(`failed: ${failedStages.map(([name]) => name).join(', ')}`);
const failed = tests.failed + failedStages.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function runStage(name: string, command: string, args: readonly string[]): boolean {
  const started = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (error !== undefined) console.error(String(error));
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  return status === 0;
}

function runTests(): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), 'memora-check-'));
  const file = join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const passed = runStage('test', bin('vitest'), args);
  const count = existsSync(file)
    ? countTests(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  rmSync(folder, { recursive: true, force: true });
  // A run that failed outside of any test (an unhandled rejection, a file that does not load) is a failure all the same.
  return passed ? count : { ...count, failed: Math.max(1, count.failed) };
}
