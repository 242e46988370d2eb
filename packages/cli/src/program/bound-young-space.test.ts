import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FILE = fileURLToPath(new URL('bound-young-space.ts', import.meta.url));

/** Megabytes of space for new objects in a process that allocates many and keeps some for a while. */
function youngSpaceOf(step: string): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { boundYoungSpace } from ${JSON.stringify(FILE)};
    const kept = [];
    for (let i = 0; i < 6_000_000; i++) {
      kept[i % 500_000] = { i };
      if (i % 10_000 === 0) { ${step} }
    }
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    console.log(young.space_size / 2 ** 20);`;
  const said = execFileSync(
    process.execPath,
    ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  return Number(said);
}

it('lets new objects take no more than indexing needs, and V8 would take more', () => {
  expect(youngSpaceOf('boundYoungSpace();')).toBeLessThanOrEqual(32);
  expect(youngSpaceOf('')).toBeGreaterThan(32);
});
