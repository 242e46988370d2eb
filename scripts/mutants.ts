/**
 * Puts the sixty faults of `mutants/sixty.json`, one at a time, into what proves, hides and stores, and counts which tests notice: `node scripts/mutants.ts [--area store]
 * [--minutes 40] [--near]`. A fault that the files of the short check miss is tried with `MEMORA_TEST_WHOLE=1`. Exits 1 where the short check notices less than 95 % of what the
 * whole one notices. Takes hours: run it by hand before a release. The tests in the faulty file's folder, or that import from it, run first, then those of its package that load
 * it, then all that do; with `--near` the first alone. What starts a built product is left out. `--choose SEED` writes sixty others to the list.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importsOfSource } from './imports-of-source.ts';
import { choose, findMutants, type Mutant } from './mutants/find-mutants.ts';
import { LIST, type ListedMutant, listMutant, placeMutant, readMutants } from './mutants/listed-mutants.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const AREAS: Readonly<Record<string, string>> = {
  proof: 'packages/validator/src/{verification,checks,align,evidence,statements}/**/*.ts',
  privacy: 'packages/privacy/src/{egress,files,guard,markers,redaction,keys,logs,detect}/**/*.ts',
  store: 'packages/claims/src/store/**/*.ts',
};
const OF_AN_AREA = 20;
const LEAST_SHARE = 0.95;

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    choose: { type: 'string' },
    minutes: { type: 'string', default: '40' },
    near: { type: 'boolean', default: false },
  },
});

type Env = Readonly<Record<string, string>>;

/** Whether a test fails, does not load, or does not end in time. Most faults are noticed by what imports them: what is further away is asked last. */
function isNoticed(mutant: Mutant, env: Env): boolean {
  if (failsNear(mutant.file, mutant, env)) return true;
  if (values.near) return false;
  const [, name] = mutant.file.split('/');
  return [{ MEMORA_MUTANT_TESTS: `packages/${name}/src/**/*.test.ts` }, {}].some((more) =>
    fails(['related', mutant.file, '--run'], mutant, { ...env, ...more }),
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

/** A list of sixty, twenty of each area: the same ones for a seed and the sources as they are. */
function chooseMutants(seed: number): ListedMutant[] {
  return Object.entries(AREAS).flatMap(([area, pattern]) => {
    const files = globSync(pattern, { cwd: root }).filter((path) => !/\.test(?:-d)?\.ts$|testing/.test(path));
    const all = files.sort().flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
    return choose(all, OF_AN_AREA, seed).map((mutant) => listMutant(area, mutant, root));
  });
}

function tryMutants(): number {
  const noticed = { short: 0, whole: 0, nobody: 0 };
  const listed = readMutants().filter(({ area }) => values.area === undefined || area === values.area);
  const [first] = listed;
  if (first !== undefined && failsNear(first.file, null, { MEMORA_TEST_SHORT: '1' }))
    throw new Error(`the tests of ${first.file} fail without a fault`);
  for (const each of listed) {
    const mutant = placeMutant(each, root);
    if (mutant === undefined) {
      console.log(`gone   ${each.area.padEnd(7)} ${each.file}  ${each.text}`);
      continue;
    }
    const by = isNoticed(mutant, { MEMORA_TEST_SHORT: '1' })
      ? 'short'
      : isNoticed(mutant, { MEMORA_TEST_WHOLE: '1' })
        ? 'whole'
        : 'nobody';
    noticed[by]++;
    const { area, file, original, replacement } = each;
    console.log(
      `${by.padEnd(6)} ${area.padEnd(7)} ${file}:${mutant.line}  ${original} -> ${replacement || '(nothing)'}`,
    );
  }
  const all = noticed.short + noticed.whole;
  console.log(
    `the short check notices ${noticed.short} of the ${all} faults that the whole one notices; ${noticed.nobody} nobody notices`,
  );
  return noticed.short >= LEAST_SHARE * all ? 0 : 1;
}

if (values.choose === undefined) process.exitCode = tryMutants();
else writeFileSync(LIST, `${JSON.stringify(chooseMutants(Number(values.choose)), null, 2)}\n`);
