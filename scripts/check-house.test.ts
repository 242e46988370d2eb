import { describe, expect, it } from 'vitest';
import { checkFile, checkPaths, checkReadmeLength } from './check-house.ts';

describe('checkFile', () => {
  it.each([
    ['packages/x/src/fuse-ranks.ts', 'export const a = 1;', 0],
    ['packages/x/src/fuseRanks.ts', '', 1],
    ['packages/x/src/utils.ts', '', 1],
    ['packages/x/src/helpers/fuse.ts', '', 1],
    ['packages/x/src/a.ts', `// ${'TO'}${'DO'}: later`, 1],
    ['packages/x/src/a.test.ts', `it.${'skip'}('x', () => {});`, 1],
    ['packages/x/src/a.test.ts', "it.skipIf(noData)('x', () => {});", 0],
    ['packages/x/src/a.ts', '// biome-ignore lint/style/x', 1],
    ['packages/x/src/a.ts', '// biome-ignore lint/style/x: the wire format has it so', 0],
    ['packages/x/src/a.ts', `// ${'@ts'}-ignore`, 1],
    ['packages/x/src/a.ts', "if (x.constructor.name === 'Map') f();", 1],
    ['packages/x/src/a.ts', 'a();\n'.repeat(300), 0],
    ['packages/x/src/a.ts', 'a();\n'.repeat(301), 1],
    ['packages/x/src/a.ts', '// why\n/* and\n so on */\n\na();\n'.repeat(300), 0],
  ])('%s (case %#)', (path, text, breaches) => {
    expect(checkFile(path, text)).toHaveLength(breaches);
  });
});

describe('checkPaths', () => {
  const exists = (path: string) => path === 'packages/cli/src/bin.ts';
  it.each([
    ['See `packages/cli/src/bin.ts`.', []],
    ['See `packages/cli/src/bin.ts:12`.', []],
    ['Write `packages/cli/src/commands/<verb>.ts`.', []],
    ['Run `npx packages/gone.ts`.', []],
    ['a\nSee `packages/cli/src/gone.ts`.', ['page.md:2  packages/cli/src/gone.ts is not there']],
  ])('%j', (text, breaches) => {
    expect(checkPaths('page.md', text, exists)).toEqual(breaches);
  });
});

it('a README of a package has 900 words at most', () => {
  expect(checkReadmeLength('packages/x', 'word '.repeat(900))).toEqual([]);
  expect(checkReadmeLength('packages/x', 'word '.repeat(901))).toEqual([
    'packages/x/README.md  901 words; past 900 the rest belongs in docs/reference/packages',
  ]);
});
