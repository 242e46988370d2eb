/**
 * Puts sixty faults, one at a time, into what proves, hides and stores, and counts which tests notice: `node scripts/mutants.ts [--count 60] [--seed 1] [--minutes 40] [--near]`.
 * A fault that the files of the short check miss is tried with `MEMORA_TEST_WHOLE=1`. Exits 1 where the short check notices less than 95 % of what the whole one notices. Takes
 * hours: run it by hand before a release. The tests in the faulty file's folder, or that import from it, run first, then those of its package that load it, then all that do; with
 * `--near` the first alone. What starts a built product is left out.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importsOfSource } from './imports-of-source.ts';
import { choose, findMutants, type Mutant } from './mutants/find-mutants.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const AREAS: Readonly<Record<string, string>> = {
  proof: 'packages/validator/src/{verification,checks,align,evidence,statements}/**/*.ts',
  privacy: 'packages/privacy/src/{egress,files,guard,markers,redaction,keys,logs,detect}/**/*.ts',
  store: 'packages/claims/src/store/**/*.ts',
};
const LEAST_SHARE = 0.95;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '40' },
    near: { type: 'boolean', default: false },
  },
});
const each = Math.ceil(Number(values.count) / Object.keys(AREAS).length);

type Env = Readonly<Record<string, string>>;

/** Whether a test fails, does not load, or does not end in time. Most faults are noticed by what imports them: what is further away is asked last. */
function isNoticed(file: string, mutant: Mutant | null, env: Env): boolean {
  if (failsNear(file, mutant, env)) return true;
  if (values.near) return false;
  const [, name] = file.split('/');
  return [{ MEMORA_MUTANT_TESTS: `packages/${name}/src/**/*.test.ts` }, {}].some((more) =>
    fails(['related', file, '--run'], mutant, { ...env, ...more }),
  );
}

function failsNear(file: string, mutant: Mutant | null, env: Env): boolean {
  const tests = testsNear(file);
  return tests.length > 0 && fails(['run', ...tests], mutant, env);
}

/** Tests of the same package that stand in the file's folder, or import a file of it. */
function testsNear(file: string): string[] {
  const folder = dirname(file);
  const [, name] = file.split('/');
  return globSync(`packages/${name}/src/**/*.test.ts`, { cwd: root }).filter((path) => {
    if (dirname(path) === folder) return true;
    const imported = importsOfSource(path, readFileSync(join(root, path), 'utf8'));
    return imported.some(({ specifier }) => dirname(join(dirname(path), specifier)) === folder);
  });
}

function fails(what: readonly string[], mutant: Mutant | null, env: Env): boolean {
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    [...what, '--config', 'scripts/mutants/mutate.config.ts', '--bail', '1', '--passWithNoTests'],
    {
      cwd: root,
      env: {
        ...{ ...process.env, ...env, CI: 'true' },
        ...(mutant === null ? {} : { MEMORA_MUTANT: JSON.stringify(mutant) }),
      },
      stdio: 'ignore',
      timeout: Number(values.minutes) * 60_000,
    },
  );
  return status !== 0;
}

let short = 0;
let whole = 0;
for (const [area, pattern] of Object.entries(AREAS)) {
  const files = globSync(pattern, { cwd: root })
    .filter((path) => !/\.test(?:-d)?\.ts$|testing/.test(path))
    .sort();
  const all = files.flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
  const chosen = choose(all, each, Number(values.seed));
  if (chosen[0] !== undefined && failsNear(chosen[0].file, null, { MEMORA_TEST_SHORT: '1' }))
    throw new Error(`the tests of ${chosen[0].file} fail without a fault`);
  for (const mutant of chosen) {
    const by = isNoticed(mutant.file, mutant, { MEMORA_TEST_SHORT: '1' })
      ? 'short'
      : !values.near && isNoticed(mutant.file, mutant, { MEMORA_TEST_WHOLE: '1' })
        ? 'whole'
        : 'nobody';
    if (by === 'short') short++;
    if (by !== 'nobody') whole++;
    const { file, line, original, replacement } = mutant;
    console.log(
      `${by.padEnd(6)} ${area.padEnd(7)} ${file}:${line}  ${original} -> ${replacement || '(nothing)'}`,
    );
  }
}
console.log(`the short check notices ${short} of the ${whole} faults that the whole one notices`);
process.exitCode = short >= LEAST_SHARE * whole ? 0 : 1;
