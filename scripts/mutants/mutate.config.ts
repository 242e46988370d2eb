import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import own from '../../vitest.config.ts';
import type { Mutant } from './find-mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.env['MEMORA_MUTANT'];
const mutant = wanted === undefined ? undefined : (JSON.parse(wanted) as Mutant);

/** The package whose tests run alone; all of them without. */
const only = process.env['MEMORA_MUTANT_PACKAGE'];
const include = only === undefined ? {} : { include: [`packages/${only}/src/**/*.test.ts`] };

/** Puts the fault in while the file is loaded: nothing on disk changes. */
const putFault = {
  name: 'put-fault',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (mutant === undefined || !id.split('?')[0]?.endsWith(`/${mutant.file}`)) return null;
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
      (only === undefined ? ['packages', 'alone'] : ['packages']).includes(String(project.test?.name))
        ? [{ ...project, root, plugins: [putFault], test: { ...project.test, ...include } }]
        : [],
    ),
  },
});
