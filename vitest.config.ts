import { defineConfig } from 'vitest/config';

const source = {
  resolve: { conditions: ['memora-source'] },
  ssr: { resolve: { conditions: ['memora-source'] } },
};

/** They turn the clock or a global of the process: nothing else may run beside or behind them. */
const ALONE = [
  'packages/mcp/src/subscriptions/with-heartbeat.test.ts',
  'packages/postgres/src/publish/differential.test.ts',
  'packages/privacy/src/guard/payload-reader.test.ts',
];

/** Unit tests run on source, through the `memora-source` export condition: no build is needed. */
export default defineConfig({
  ...source,
  test: {
    // One more than the two cores that CI has: many files wait for processes and clocks.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts'],
    },
    projects: [
      {
        ...source,
        test: {
          name: 'packages',
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'site/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...ALONE],
          setupFiles: ['./vitest.setup.ts'],
          // Files of one process share its modules: read once instead of once a file, which halves the time of most packages.
          isolate: false,
          // No measure of time: what starts processes waits its turn on a machine that does much else.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        ...source,
        test: {
          name: 'alone',
          include: ALONE,
          setupFiles: ['./vitest.setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
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
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/pack-cli.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
