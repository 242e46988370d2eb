/**
 * Runs all checks that must pass before a change lands: lint, types, layers, packed packages, snippets, and in parallel the tests. Every stage runs
 * even if an earlier one failed. Ends with `N passed, N failed`, where a failed stage counts as one more failure. Exits with 1 on any failure.
 * `--lane pure,product` runs the stages and the tests of these lanes (`scripts/test-lanes.ts`). `MEMORA_TEST_WHOLE=1` leaves nothing out.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { COLLECT_LATE } from './collect-late.ts';
import { countTests, type JsonReport } from './count-tests.ts';
import { describeTimes, type ProcessorTime } from './describe-times.ts';
import { packPackages } from './packed-packages.ts';
import { childSeconds } from './processor-seconds.ts';
import { LANES, LEFT_TO_WHOLE, laneOf } from './test-lanes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const node = process.execPath;
const lanes = readLanes();
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';

type Stage = readonly [name: string, command: string, args: readonly string[]];

const BUILD: Stage = ['build', node, ['scripts/build.ts']];

/** One checker reads each type once. Several are faster only where cores are free, and take a third more of the processor. */
const tsc = (project: string): readonly string[] => ['-p', project, '--checkers', '1'];

/** Checks of the source by types and by text. They are independent, and at times each one waits for the disk or for one core. */
const OF_SOURCE: readonly (readonly Stage[])[] = [
  [
    ['types', bin('tsc'), tsc('tsconfig.json')],
    ['types of the report', bin('tsc'), tsc('packages/report/page')],
    ['types of the page', bin('tsc'), tsc('packages/studio/page')],
    ['types of the plugin', bin('tsc'), tsc('packaging/integrations/obsidian')],
    ['exports', node, ['scripts/check-exports.ts']],
    ['release', node, ['scripts/check-release.ts']],
  ],
  [
    ['lint', bin('biome'), ['check', '.']],
    ['outbound', node, ['scripts/check-outbound.ts']],
    ['files', node, ['scripts/check-files.ts']],
    ['house', node, ['scripts/check-house.ts']],
    ['layers', node, ['--conditions=memora-source', 'scripts/check-layers.ts']],
    ['freeze', node, ['scripts/check-freeze.ts']],
    ['operations', node, ['--conditions=memora-source', 'scripts/check-operations.ts']],
    ['references', node, ['--conditions=memora-source', 'scripts/write-references.ts', '--check']],
  ],
];

/** Checks of the build. */
const OF_BUILD: readonly Stage[] = [
  ['packages', node, ['scripts/check-packages.ts']],
  // Declarations are read instead of all sources, as a user's compiler does.
  ['snippets', node, ['scripts/check-snippets.ts', '--built']],
];

const folder = mkdtempSync(join(tmpdir(), 'memora-check-'));
const processor = join(folder, 'processor.jsonl');
// Packed once, for the stage that checks the packages and for the tests that install them.
process.env['MEMORA_PACKED'] = join(folder, 'packed');
const env = {
  ...COLLECT_LATE,
  // Stages that load the product strip the types of each file once, for all of them and for the snippets.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'memora-tests'),
  ...process.env,
  MEMORA_TEST_SHORT: '1',
  MEMORA_TEST_PROCESSOR: processor,
  ...(lanes === null ? {} : { MEMORA_TEST_LANES: lanes.join() }),
};
let counted = childSeconds();
const stages = OF_SOURCE.map(runStages);
const lost = await runStages([BUILD]);
if (lost.length === 0) packOnce();
stages.push(runStages(OF_BUILD));
// The tests do not depend on the other stages, and use the cores that those leave free.
const tests = await runTests();
const failedStages = [lost, ...(await Promise.all(stages))].flat();
rmSync(folder, { recursive: true, force: true });
if (!isWhole)
  console.log(
    `left to MEMORA_TEST_WHOLE=1: ${Object.keys(LEFT_TO_WHOLE).length} files, and further cases of long tables`,
  );
if (failedStages.length > 0) console.log(`failed: ${failedStages.join(', ')}`);
console.log(`processor: ${childSeconds().toFixed(0)} s of all stages and tests`);
const failed = tests.failed + failedStages.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function readLanes(): string[] | null {
  const { values } = parseArgs({ options: { lane: { type: 'string', multiple: true } } });
  const named = values.lane?.flatMap((each) => each.split(',')) ?? null;
  const unknown = named?.find((name) => !LANES.some((lane) => lane === name));
  if (unknown === undefined) return named;
  console.error(`no such lane: ${unknown}; there are ${LANES.join(', ')}`);
  process.exit(2);
}

/** For all stages. The stage that checks the packages reports a failure to pack. */
function packOnce(): void {
  try {
    packPackages(root, folder);
  } catch {
    // That stage packs again.
  }
}

/** Runs the stages one after the other. Returns the names of those that failed. */
async function runStages(stages: readonly Stage[]): Promise<string[]> {
  const lost: string[] = [];
  for (const stage of stages) if (!(await runStage(stage, 'pipe'))) lost.push(stage[0]);
  return lost;
}

/** With `pipe`, the output is shown at the end, so that the outputs of two stages do not mix. */
async function runStage([name, command, args]: Stage, stdio: 'pipe' | 'inherit'): Promise<boolean> {
  const started = performance.now();
  let used = 0;
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
    child.on('exit', () => {
      used = takeProcessor();
    });
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${output}${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s, ${used.toFixed(1)} s of the processor)`,
  );
  return status === 0;
}

/** The processor seconds of the children that ended since the last call: of one stage, as the stages seldom end at once. */
function takeProcessor(): number {
  const now = childSeconds();
  const used = now - counted;
  counted = now;
  return used;
}

async function runTests(): Promise<{ passed: number; failed: number }> {
  const file = join(folder, 'report.json');
  const reporters = ['default', 'json', './scripts/second-tries.ts'].map((name) => `--reporter=${name}`);
  // With three workers on two cores, a test may fail that passes alone. A failed test is therefore tried again, and the reporter says
  // when it still counts as a failure. The types stage checks the types of tests. Checking them here would compile everything again.
  const args = ['run', '--project=!types', '--retry=1', ...reporters, `--outputFile.json=${file}`];
  const passed = await runStage(['test', bin('vitest'), args], 'inherit');
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  for (const line of describeTimes(report, root, (path) => laneOf(root, path), readProcessor()))
    console.log(line);
  const count = countTests(report);
  // A run that failed outside of any test (an unhandled rejection, a file that does not load) is also a failure.
  return passed ? count : { ...count, failed: Math.max(1, count.failed) };
}

function readProcessor(): ProcessorTime[] {
  const text = existsSync(processor) ? readFileSync(processor, 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ProcessorTime);
}
