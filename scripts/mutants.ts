/**
 * The sixty faults of `mutants/sixty.json` in code that verifies, hides and stores, and the test that notices
 * each. `node scripts/mutants.ts --summary` prints a summary of the list. Without it, each fault is inserted
 * and the test file named for it runs, which takes some seconds each: `[--area store] [--only former-spans]`.
 * `--search` tries faults without a named test with the tests that load the faulty file, the fewest imports
 * away first, at most `[--tests 40]`: first those of the short check, then with `MEMORA_TEST_WHOLE=1`. That
 * takes minutes per fault. Exits with 1 if a named test misses its fault, or if the short check notices less
 * than 95 % of the faults that the whole check notices. Tests that start a built product are left out, and so
 * are faults that the list calls equivalent. `--choose SEED` writes sixty others to the list.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { choose, findMutants, type Mutant } from './mutants/find-mutants.ts';
import {
  LIST,
  type ListedMutant,
  listMutant,
  type Noticed,
  noticedOf,
  placeMutant,
  readMutants,
} from './mutants/listed-mutants.ts';
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
    only: { type: 'string', default: '' },
    search: { type: 'boolean', default: false },
    summary: { type: 'boolean', default: false },
    tests: { type: 'string', default: '40' },
  },
});

const SHORT = { MEMORA_TEST_SHORT: '1' };
const WHOLE = { MEMORA_TEST_WHOLE: '1' };
type Env = Readonly<Record<string, string>>;

/** This many run first. Tests that import a fault notice most faults. */
const NEAREST = 8;

/** The time limit of a named test, because one of the faults is an endless loop. */
const NAMED_MINUTES = 5;

/** True if one of these tests fails, does not load, or does not end in time. */
function fails(tests: readonly string[], mutant: Mutant | null, env: Env, minutes = values.minutes): boolean {
  if (tests.length === 0) return false;
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
      timeout: Number(minutes) * 60_000,
    },
  );
  return status !== 0;
}

/** The check that notices a fault: through the named test, or through any test that loads it. */
function tryMutant(listed: ListedMutant, mutant: Mutant): Noticed | 'missed' {
  const by = noticedOf(listed);
  const named = listed.noticedBy ?? listed.noticedByWhole;
  if (named !== undefined) {
    const env = by === 'short' ? SHORT : WHOLE;
    return fails([named], mutant, env, String(NAMED_MINUTES)) ? by : 'missed';
  }
  if (by === 'alike' || !values.search) return by;
  const tests = testsBehind(root, mutant.file).slice(0, Number(values.tests));
  const isNoticed = (env: Env) =>
    fails(tests.slice(0, NEAREST), mutant, env) || fails(tests.slice(NEAREST), mutant, env);
  return isNoticed(SHORT) ? 'short' : isNoticed(WHOLE) ? 'whole' : 'nobody';
}

/** A list of sixty, twenty from each area. The same seed and sources give the same list. */
function chooseMutants(seed: number): ListedMutant[] {
  return Object.entries(AREAS).flatMap(([area, pattern]) => {
    const files = globSync(pattern, { cwd: root }).filter((path) => !/\.test(?:-d)?\.ts$|testing/.test(path));
    const all = files.sort().flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
    return choose(all, OF_AN_AREA, seed).map((mutant) => listMutant(area, mutant, root));
  });
}

function tryMutants(): number {
  const counts = { short: 0, whole: 0, nobody: 0, alike: 0, missed: 0, gone: 0 };
  const listed = readMutants().filter(
    ({ area, file }) => (values.area ?? area) === area && file.includes(values.only),
  );
  const named = [...new Set(listed.flatMap(({ noticedBy }) => noticedBy ?? []))];
  if (!values.summary && fails(named, null, SHORT)) throw new Error('the named tests fail without a fault');
  for (const each of listed) {
    const mutant = placeMutant(each, root);
    const by = mutant === undefined ? 'gone' : values.summary ? noticedOf(each) : tryMutant(each, mutant);
    counts[by]++;
    const { area, file, original, replacement } = each;
    const why = each.equivalent ?? each.unnoticed ?? each.noticedBy ?? each.noticedByWhole ?? '';
    console.log(
      `${by.padEnd(6)} ${area.padEnd(7)} ${file}:${mutant?.line ?? '?'}  ${original} -> ${replacement || '(nothing)'}  ${why}`,
    );
  }
  const all = counts.short + counts.whole;
  console.log(
    `the short check notices ${counts.short} of the ${all} faults that the whole one notices; ${counts.nobody} nobody notices, ${counts.alike} change nothing, ` +
      `${counts.gone} are gone, ${counts.missed} are missed by the test that is named`,
  );
  return counts.missed === 0 && counts.short >= LEAST_SHARE * all ? 0 : 1;
}

if (values.choose === undefined) process.exitCode = tryMutants();
else writeFileSync(LIST, `${JSON.stringify(chooseMutants(Number(values.choose)), null, 2)}\n`);
