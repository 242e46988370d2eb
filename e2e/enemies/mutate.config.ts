import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { MUTATIONS } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.env['MEMORA_MUTATION'] ?? '';
const mutation = wanted === '' ? undefined : MUTATIONS[Number(wanted)];

/** The unit tests, with one guard removed while its file is loaded. */
export default defineConfig({
  root,
  resolve: { conditions: ['memora-source'] },
  ssr: { resolve: { conditions: ['memora-source'] } },
  plugins: [
    {
      name: 'take-out-guard',
      enforce: 'pre',
      transform(code: string, id: string) {
        if (mutation === undefined || !id.split('?')[0]?.endsWith(mutation.file)) return null;
        if (!code.includes(mutation.find)) throw new Error(`${mutation.file} does not hold ${mutation.find}`);
        return { code: code.replace(mutation.find, mutation.replace), map: null };
      },
    },
  ],
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
