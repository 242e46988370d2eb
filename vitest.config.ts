import { globSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LEFT_TO_WHOLE, laneOf } from './scripts/test-lanes.ts';

// What tests start from source is stripped of its types and compiled once, not once a process. What is measured is not cached.
if (!process.argv.includes('--coverage'))
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('./node_modules/.cache/memora-tests', import.meta.url),
  );

// Programs that tests start are bundled once a run (`programOf`); a run that watches starts them from the source as it is then.
if (process.argv.includes('run') && process.env['MEMORA_TEST_PROGRAMS'] === undefined) {
  const programs = join(tmpdir(), `memora-programs-${process.pid}`);
  process.env['MEMORA_TEST_PROGRAMS'] = programs;
  process.on('exit', () => rmSync(programs, { recursive: true, force: true }));
}

const source = {
  resolve: { conditions: ['memora-source'] },
  ssr: { resolve: { conditions: ['memora-source'] } },
};

/** They look at what a process loads, counts, remembers or replaces in itself: each gets one of its own. All others share, and a module is read once. */
const ALONE = [
  'bench/**/*.test.ts',
  'packages/claims/src/run/threads/parse-bounded.test.ts',
  'packages/engine/src/answer/evidence/read-source-lines.test.ts',
  'packages/engine/src/indexing/costly-note.test.ts',
  'packages/engine/src/opening/one-snapshot.test.ts',
  'packages/engine/src/privacy/erasing/clean-generated.test.ts',
  'packages/engine/src/team/open-telemetry.test.ts',
  'packages/mcp/src/costly-notes.test.ts',
  'packages/mcp/src/oracle-steps.test.ts',
  'packages/mcp/src/reads-once.test.ts',
  'packages/mcp/src/team/canary-team.test.ts',
  'packages/privacy/src/files/append-to-file.test.ts',
  'packages/privacy/src/files/load-chunks.test.ts',
  'packages/privacy/src/guard/payload-reader.test.ts',
  'packages/retrieval/src/tokenise/load-stemmers.test.ts',
  'packages/validator/src/verification/long-statements.test.ts',
];

/** They take longest. Where nothing is known of an earlier run, small files come last: one of these would be the last of all, and the other workers would wait for it. */
const SLOW = [
  'e2e/canary.test.ts',
  'e2e/enemies.test.ts',
  'packages/cli/src/oracle/two-vaults.test.ts',
  'packages/cli/src/crash-matrix.test.ts',
  'packages/cli/src/enemies/hostile-vaults.test.ts',
  'packages/cli/src/failing-disk.test.ts',
  'packages/cli/src/flags.test.ts',
  'packages/engine/src/upkeep/review/taken-back.test.ts',
  'packages/ingest/src/again/cut-writes.test.ts',
  'packages/ingest/src/attack-documents.test.ts',
  'packages/mcp/src/oracle-passages.test.ts',
];

/** The installed product is driven by few long files: they begin, and the many short ones fill the end. */
const PROJECTS = ['e2e', 'alone', 'packages'];

/** The order of vitest, with the slow files of each project first. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((path) => moduleId.endsWith(`/${path}`));
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const inOrder = [...byProject].sort(([a], [b]) => PROJECTS.indexOf(a) - PROJECTS.indexOf(b));
    return inOrder.flatMap(([, own]) => [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]);
  }
}

const root = fileURLToPath(new URL('.', import.meta.url));

/** What `check` leaves out: files of other lanes than it names in `MEMORA_TEST_LANES`, and with `MEMORA_TEST_SHORT=1` the longest ones. Whoever names a file runs it. */
const lanes = process.env['MEMORA_TEST_LANES']?.split(',');
const isShort = process.env['MEMORA_TEST_SHORT'] === '1' && process.env['MEMORA_TEST_WHOLE'] !== '1';
const leftOut = [
  ...(isShort ? Object.keys(LEFT_TO_WHOLE) : []),
  ...(lanes === undefined ? [] : testFiles().filter((path) => !lanes.includes(laneOf(root, path)))),
];
const of = (include: readonly string[], exclude: readonly string[] = []) => ({
  include: include.filter((path) => !leftOut.includes(path)),
  exclude: ['**/node_modules/**', ...exclude, ...leftOut],
});

function testFiles(): string[] {
  return globSync('{packages/*/src,packaging/integrations/*/src,bench,scripts,site,e2e}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
}

/** What a test waits for may take longer than the second that is given by default: another process has the processor then. */
const PATIENT = { poll: { timeout: 60_000 } };

const unitTests = {
  setupFiles: ['./vitest.setup.ts', './scripts/count-processor.ts'],
  // No measure of time: what starts processes waits its turn on a machine that does much else.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: PATIENT,
};

/** Unit tests run on source, through the `memora-source` export condition: no build is needed. */
export default defineConfig({
  ...source,
  test: {
    // One more than the two cores that CI has: many files wait for processes and clocks.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts'],
    },
    projects: [
      {
        ...source,
        test: {
          ...unitTests,
          name: 'packages',
          ...of(['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'site/**/*.test.ts'], ALONE),
          isolate: false,
          // What a test throws away is collected while it is young, and by the core that made it: in a worker that holds all modules a full collection is dear.
          execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
        },
      },
      { ...source, test: { ...unitTests, name: 'alone', ...of(ALONE) } },
      {
        ...source,
        // The npm package of Obsidian holds types alone.
        resolve: {
          ...source.resolve,
          alias: {
            obsidian: join(root, 'packaging/integrations/obsidian/src/testing-fixtures/fake-obsidian.ts'),
          },
        },
        test: { ...unitTests, name: 'integrations', ...of(['packaging/integrations/*/src/**/*.test.ts']) },
      },
      {
        ...source,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/src/**/*.test-d.ts'],
            tsconfig: './tsconfig.json',
          },
        },
      },
      {
        test: {
          name: 'e2e',
          ...of(['e2e/**/*.test.ts']),
          globalSetup: ['e2e/pack-cli.ts'],
          setupFiles: ['./scripts/count-processor.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: PATIENT,
        },
      },
    ],
  },
});
