import { defineConfig } from 'vitest/config';

const source = {
  resolve: { conditions: ['memora-source'] },
  ssr: { resolve: { conditions: ['memora-source'] } },
};

/** They keep nothing between two calls: their files may share a process, where a module is read once instead of once a file. */
const PURE = [
  'packages/core/src/**/*.test.ts',
  'packages/language/src/**/*.test.ts',
  'packages/validator/src/**/*.test.ts',
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
          exclude: ['**/node_modules/**', ...PURE],
          setupFiles: ['./vitest.setup.ts'],
          // No measure of time: what starts processes waits its turn on a machine that does much else.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        ...source,
        test: {
          name: 'pure',
          include: PURE,
          isolate: false,
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
