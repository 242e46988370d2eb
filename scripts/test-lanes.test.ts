import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LEFT_TO_WHOLE, laneOf } from './test-lanes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it.each([
  ['packages/core/src/claim-id.test.ts', 'pure'],
  ['packages/claims/src/store/schema/migrate-database.test.ts', 'product'],
  ['packages/claims/src/store/open/open-database.test.ts', 'process'],
  ['packages/postgres/src/schema/isolation.test.ts', 'postgres'],
  ['packages/cli/src/crash-matrix.test.ts', 'hostile'],
  ['packages/cli/src/enemies/hostile-vaults.test.ts', 'hostile'],
  ['e2e/canary.test.ts', 'hostile'],
])('assigns a lane by what a test needs: %s', (path, lane) => {
  expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  expect(laneOf(ROOT, path)).toBe(lane);
});

it('leaves only existing files to the whole run, and names the tests of the same thing in the short one', () => {
  const lost = Object.entries(LEFT_TO_WHOLE).flatMap(([path, instead]) => {
    const named = instead.match(/(?:packages|e2e|bench|scripts)\/[\w./-]*\w/g) ?? [];
    return [path, ...named].filter((each) => !existsSync(join(ROOT, each)));
  });
  expect(lost).toEqual([]);
  const doubly = Object.values(LEFT_TO_WHOLE).filter((instead) =>
    Object.keys(LEFT_TO_WHOLE).some((path) => instead.includes(path)),
  );
  expect(doubly).toEqual([]);
});

it('leaves neither the canaries, nor the isolation of scopes, nor the crash matrix to the whole run', () => {
  for (const path of [
    'e2e/canary.test.ts',
    'e2e/enemies.test.ts',
    'packages/postgres/src/schema/isolation.test.ts',
    'packages/mcp/src/team/canary-team.test.ts',
    'packages/cli/src/crash-matrix.test.ts',
    'packages/cli/src/oracle/two-vaults.test.ts',
  ])
    expect([path, LEFT_TO_WHOLE[path]]).toEqual([path, undefined]);
});
