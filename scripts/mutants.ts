/**
 * Puts sixty faults, one at a time, into what proves, hides and stores, and counts which tests notice: `node scripts/mutants.ts [--count 60] [--seed 1] [--minutes 40] [--near]`.
 * A fault that the files of the short check miss is tried with `MEMORA_TEST_WHOLE=1`. Exits 1 where the short check notices less than 95 % of what the whole one notices. Takes
 * hours: run it by hand before a release. Of the files that import the faulty one, those of its own package run first; with `--near` those alone. What starts a built product is
 * left out.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
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

/** Whether a test fails, does not load, or does not end in time. */
function isNoticed(
  file: string,
  mutant: Mutant | null,
  env: Readonly<Record<string, string>>,
  isNear = values.near,
): boolean {
  const [, name] = file.split('/');
  // Most faults are noticed beside the code: what is far away is asked last.
  return [{ MEMORA_MUTANT_PACKAGE: name }, ...(isNear ? [] : [{}])].some((more) => {
    const { status } = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      [
        ...['related', file, '--run', '--config', 'scripts/mutants/mutate.config.ts'],
        // Another fault in the same file is another module.
        ...['--bail', '1', '--passWithNoTests', '--fsModuleCache=false'],
      ],
      {
        cwd: root,
        env: {
          ...{ ...process.env, ...env, ...more, CI: 'true' },
          ...(mutant === null ? {} : { MEMORA_MUTANT: JSON.stringify(mutant) }),
        },
        stdio: 'ignore',
        timeout: Number(values.minutes) * 60_000,
      },
    );
    return status !== 0;
  });
}

let short = 0;
let whole = 0;
for (const [area, pattern] of Object.entries(AREAS)) {
  const files = globSync(pattern, { cwd: root })
    .filter((path) => !/\.test(?:-d)?\.ts$|testing/.test(path))
    .sort();
  const all = files.flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
  const chosen = choose(all, each, Number(values.seed));
  if (chosen[0] !== undefined && isNoticed(chosen[0].file, null, { MEMORA_TEST_SHORT: '1' }, true))
    throw new Error(`the tests of ${chosen[0].file} fail without a fault`);
  for (const mutant of chosen) {
    const by = isNoticed(mutant.file, mutant, { MEMORA_TEST_SHORT: '1' })
      ? 'short'
      : isNoticed(mutant.file, mutant, { MEMORA_TEST_WHOLE: '1' })
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
