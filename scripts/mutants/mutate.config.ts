import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import own from '../../vitest.config.ts';
import type { Mutant } from './find-mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.env['MEMORA_MUTANT'];
const mutant = wanted === undefined ? undefined : (JSON.parse(wanted) as Mutant);

const isFaulty = (id: string): boolean => id.split('?')[0]?.endsWith(`/${mutant?.file}`) === true;

/** Inserts the fault while the file is loaded. Files on disk, and vitest's cache of transformed files, do not change. */
const putFault: Plugin = {
  name: 'put-fault',
  enforce: 'pre',
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (isFaulty(id) ? false : undefined));
  },
  transform(code, id) {
    if (mutant === undefined || !isFaulty(id)) return null;
    return { code: code.slice(0, mutant.start) + mutant.replacement + code.slice(mutant.end), map: null };
  },
};

/** The tests on source, as the repository runs them, with one fault. */
export default defineConfig({
  ...own,
  root,
  test: {
    ...own.test,
    maxWorkers: 2,
    projects: (own.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' &&
      'test' in project &&
      ['packages', 'alone'].includes(String(project.test?.name))
        ? [{ ...project, root, plugins: [putFault] }]
        : [],
    ),
  },
});
