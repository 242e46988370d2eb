import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkExports, exportedValues, findUndocumented } from './check-exports.ts';

describe('exportedValues', () => {
  it('gives values and no types, and follows export *', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-exports-'));
    writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\nexport interface A {}\nexport type B = A;\n');
    writeFileSync(
      join(folder, 'index.ts'),
      "export * from './a.ts';\nexport { type A as C, a as b } from './a.ts';\nexport type { B } from './a.ts';\n",
    );
    expect(exportedValues(join(folder, 'index.ts')).sort()).toEqual(['a', 'b']);
    rmSync(folder, { recursive: true });
  });
});

describe('findUndocumented', () => {
  it.each([
    ['`openVault(root)`', 'openVault', 0],
    ['`openVaults(root)`', 'openVault', 1],
    ['', 'openVault', 1],
  ])('%j: %s', (readme, name, breaches) => {
    expect(findUndocumented([{ entry: '.', name }], readme)).toHaveLength(breaches);
  });
});

describe('checkExports', () => {
  it('finds nothing in this repository', () => {
    expect(checkExports(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
  });
});
