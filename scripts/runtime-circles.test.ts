import { expect, it } from 'vitest';
import { findRuntimeCircles } from './runtime-circles.ts';

const circlesIn = (sources: Readonly<Record<string, string>>) =>
  findRuntimeCircles(Object.keys(sources), (path) => sources[path] as string);

it('finds files that load each other, over any number of steps and through re-exports', () => {
  expect(
    circlesIn({
      'a/a.ts': "import { b } from '../b.ts';",
      'b.ts': "export { c } from './c.ts';",
      'c.ts': "import './a/a.ts';",
      'd.ts': "import { b } from './b.ts';",
    }),
  ).toEqual([['a/a.ts', 'b.ts', 'c.ts']]);
});

it('does not count types and dynamic imports as a circle', () => {
  expect(
    circlesIn({
      'a.ts':
        "import type { B } from './b.ts';\nimport { type C } from './c.ts';\nexport type { D } from './d.ts';",
      'b.ts': "import { a } from './a.ts';",
      'c.ts': "import { a } from './a.ts';",
      'd.ts': "export const load = () => import('./a.ts');\nimport { a } from './a.ts';",
    }),
  ).toEqual([]);
});
