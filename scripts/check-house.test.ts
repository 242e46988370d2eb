import { describe, expect, it } from 'vitest';
import { checkFile } from './check-house.ts';

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
