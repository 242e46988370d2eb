import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUndocumented, findUnreachable } from './check-exports.ts';
import { exportsOf, namesReachedFrom, signaturesIn } from './reachable-types.ts';

describe('exportsOf', () => {
  it('distinguishes values from types, and follows export *', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-exports-'));
    writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\nexport interface A {}\nexport type B = A;\n');
    writeFileSync(
      join(folder, 'index.ts'),
      "export * from './a.ts';\nexport { type A as C, a as b } from './a.ts';\nexport type { B } from './a.ts';\n",
    );
    const { values, types } = exportsOf(join(folder, 'index.ts'));
    expect([...values].sort()).toEqual(['a', 'b']);
    expect([...types].sort()).toEqual(['A', 'B', 'B', 'C']);
    rmSync(folder, { recursive: true });
  });
});

describe('findUnreachable', () => {
  it('refuses a type that no documented signature reaches, whatever the body of a function uses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-types-'));
    writeFileSync(
      join(folder, 'a.ts'),
      'interface Inner { readonly deep: Deep }\nexport interface Deep {}\nexport interface Body {}\nexport interface Loose {}\n' +
        'export function open(inner: Inner): void {\n  const body: Body = {};\n}\n',
    );
    const reached = namesReachedFrom(['open'], signaturesIn(folder));
    const types = ['Deep', 'Body', 'Loose', 'Named'].map((name) => ({ entry: '.', name }));
    expect(findUnreachable(types, reached, '`open(inner)`, `Named`').map(({ name }) => name)).toEqual([
      'Body',
      'Loose',
    ]);
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
