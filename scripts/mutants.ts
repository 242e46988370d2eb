/**
 * Puts the sixty faults of `mutants/sixty.json`, one at a time, into what proves, hides and stores, and counts which tests notice: `node scripts/mutants.ts [--area store]
 * [--tests 40] [--minutes 40]`. The tests that load the faulty file are tried, those fewest imports away first, so many of them at most; what the files of the short check miss is
 * tried with `MEMORA_TEST_WHOLE=1`. Exits 1 where the short check notices less than 95 % of what the whole one notices. Takes hours: run it by hand before a release. What starts a
 * built product is left out, and so is a fault that the list calls equivalent. `--choose SEED` writes sixty others to the list.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { choose, findMutants, type Mutant } from './mutants/find-mutants.ts';
import { LIST, type ListedMutant, listMutant, placeMutant, readMutants } from './mutants/listed-mutants.ts';
import { testsBehind } from './mutants/tests-behind.ts';

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
    tests: { type: 'string', default: '40' },
  },
});

type Env = Readonly<Record<string, string>>;

/** So many run first: most faults are noticed by what imports them. */
const NEAREST = 8;

/** Whether a test fails, does not load, or does not end in time. */
function isNoticed(mutant: Mutant, env: Env): boolean {
  const tests = testsBehind(root, mutant.file).slice(0, Number(values.tests));
  return [tests.slice(0, NEAREST), tests.slice(NEAREST)].some(
    (some) => some.length > 0 && fails(some, mutant, env),
  );
}

function fails(tests: readonly string[], mutant: Mutant | null, env: Env): boolean {
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', ...tests, '--config', 'scripts/mutants/mutate.config.ts', '--bail', '1', '--passWithNoTests'],
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
  if (
    first !== undefined &&
    fails(testsBehind(root, first.file).slice(0, NEAREST), null, { MEMORA_TEST_SHORT: '1' })
  )
    throw new Error(`the tests of ${first.file} fail without a fault`);
  for (const each of listed) {
    const mutant = placeMutant(each, root);
    if (mutant === undefined) {
      console.log(`gone   ${each.area.padEnd(7)} ${each.file}  ${each.text}`);
      continue;
    }
    if (each.equivalent !== undefined) {
      console.log(`alike  ${each.area.padEnd(7)} ${each.file}:${mutant.line}  ${each.equivalent}`);
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
