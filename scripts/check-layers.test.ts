import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLayers } from './check-layers.ts';
import { importsOfSource } from './imports-of-source.ts';
import { LAYERS, refusalOf, refusalOfRoom } from './layers.ts';

describe('the layer table', () => {
  it('is the table of the architecture page', () => {
    expect(LAYERS).toEqual([
      ['core'],
      ['language'],
      ['privacy'],
      ['vault', 'validator'],
      ['claims'],
      ['retrieval', 'conversations', 'ingest'],
      ['postgres'],
      ['engine'],
      ['report'],
      ['agent-memory'],
      ['bridge'],
      ['mcp', 'studio'],
      ['cli'],
    ]);
  });

  it('lets a package import every strictly lower one and no other', () => {
    const names = LAYERS.flat();
    for (const [row, from] of LAYERS.flatMap((line, i) => line.map((name) => [i, name] as const))) {
      for (const to of names.filter((name) => name !== from)) {
        const isLower = LAYERS.slice(0, row).flat().includes(to);
        const isAllowed = from === 'validator' ? to === 'core' || to === 'language' : isLower;
        expect([from, to, refusalOf(from, to) === null]).toEqual([from, to, isAllowed]);
      }
    }
  });

  it('refuses a package that has no row', () => {
    expect(refusalOf('surprise', 'core')).toBe('surprise has no row in the layer table');
  });
});

describe('checkLayers', () => {
  it.each([
    ['an upward import', "import { x } from '@memora/claims';", 'claims does not stand below vault'],
    [
      'an upward type import',
      "import type { X } from '@memora/claims';",
      'claims does not stand below vault',
    ],
    ['an upward re-export', "export { x } from '@memora/claims';", 'claims does not stand below vault'],
    [
      'an upward lazy import',
      "export const x = () => import('@memora/claims');",
      'claims does not stand below vault',
    ],
    [
      'an upward type expression',
      "export type X = import('@memora/claims').X;",
      'claims does not stand below vault',
    ],
    ['an upward mock', "vi.mock('@memora/claims');", 'claims does not stand below vault'],
    ['a sideways import', "import '@memora/validator';", 'validator does not stand below vault'],
    [
      'an undeclared package',
      "import '@memora/privacy';",
      '@memora/privacy is missing from the dependencies of vault',
    ],
    [
      'an import of the package itself',
      "import '@memora/vault';",
      '@memora/vault is of vault itself, whose build would need it built; import the file',
    ],
    ['an unknown package', "import '@memora/nowhere';", '@memora/nowhere is no package here'],
    [
      'a path inside a package',
      "import '@memora/core/src/index.ts';",
      '@memora/core exports no ./src/index.ts',
    ],
    [
      'a relative import that leaves',
      "import '../../core/src/index.ts';",
      '../../core/src/index.ts leaves vault; import the package by its name',
    ],
    [
      'a file read from outside at run time',
      "export const url = new URL('../../../LICENSE', import.meta.url);",
      '../../../LICENSE leaves vault; import the package by its name',
    ],
  ])('reports %s with its line', async (_name, line, message) => {
    await using root = await setupRepository({ 'packages/vault/src/index.ts': `// first line\n${line}\n` });
    expect(checkLayers(root.path)).toEqual([{ place: 'packages/vault/src/index.ts:2', message }]);
  });

  it('accepts downward imports, subpaths that are exported, files inside the package and other packages', async () => {
    await using root = await setupRepository({
      'packages/vault/src/index.ts':
        "import '@memora/core';\nimport '@memora/core/testing';\nimport './deep/a.ts';\nimport 'fast-check';\n",
      'packages/vault/src/deep/a.ts': "import type { A } from '../index.ts';\n",
      'packages/vault/tsup.config.ts': "import '../../tsup.base.ts';\n",
    });
    expect(checkLayers(root.path)).toEqual([]);
  });

  it('refuses an import of a higher room of a package, and one of its entry', async () => {
    await using root = await setupRepository({
      'packages/claims/src/index.ts': "import './run/b.ts';\n",
      'packages/claims/src/store/a.ts':
        "import '../run/b.ts';\nimport type { X } from '../index.ts';\nimport '../model/c.ts';\n",
      'packages/claims/src/store/a.test.ts': "import '../run/b.ts';\n",
      'packages/claims/src/run/b.ts': "import '../store/a.ts';\n",
    });
    expect(checkLayers(root.path)).toEqual([
      {
        place: 'packages/claims/src/run/b.ts',
        message: 'loads itself through packages/claims/src/store/a.ts',
      },
      { place: 'packages/claims/src/store/a.ts:1', message: 'claims/run does not stand below claims/store' },
      {
        place: 'packages/claims/src/store/a.ts:2',
        message: 'claims/store imports an entry of its own package',
      },
    ]);
  });

  it('refuses a folder that is no room, beside rooms', async () => {
    await using root = await setupRepository({
      'packages/claims/src/helpers/a.ts': "import './b.ts';\nimport '../model/c.ts';\n",
      'packages/claims/src/model/c.ts': "import '../helpers/b.ts';\n",
    });
    expect(checkLayers(root.path)).toEqual([
      {
        place: 'packages/claims/src/helpers/a.ts:2',
        message: 'claims/helpers is no room of scripts/layers.ts',
      },
      {
        place: 'packages/claims/src/model/c.ts:1',
        message: 'claims/model imports an entry of its own package',
      },
    ]);
  });

  it('has an order for the rooms of the validator', () => {
    expect(refusalOfRoom('validator', 'figures', 'checks')).toBe(
      'validator/checks does not stand below validator/figures',
    );
    expect(refusalOfRoom('validator', 'checks', 'figures')).toBeNull();
    expect(refusalOfRoom('validator', 'evidence', 'verification')).not.toBeNull();
    expect(refusalOfRoom('validator', 'index.ts', 'verification')).toBeNull();
  });

  it('refuses SQL that names a table outside the room of the store', async () => {
    const read = "export const READ = 'SELECT id FROM claim';\n";
    await using root = await setupRepository({
      'packages/claims/src/store/a.ts': read,
      'packages/claims/src/relate/a.ts': read,
      'packages/vault/src/a.ts': read,
    });
    expect(checkLayers(root.path).map(({ place }) => place)).toEqual([
      'packages/claims/src/relate/a.ts:1',
      'packages/vault/src/a.ts:1',
    ]);
  });

  it('lets tests read data from outside the package, and nothing else', async () => {
    await using root = await setupRepository({
      'packages/vault/src/a.test.ts':
        "new URL('../../../data', import.meta.url);\nimport '../../core/src/index.ts';\n",
    });
    expect(checkLayers(root.path).map(({ place }) => place)).toEqual(['packages/vault/src/a.test.ts:2']);
  });

  it('ignores what a build writes beside a config and removes at once', async () => {
    // A dangling link is in the listing but cannot be read.
    await using root = await setupRepository({});
    const name = 'tsup.config.bundled_tj829jte66.mjs';
    await symlink(join(root.path, 'gone.mjs'), join(root.path, 'packages/core', name));
    expect(checkLayers(root.path)).toEqual([]);
  });

  it('reads the dependencies of package.json, peers and development included', async () => {
    await using root = await setupRepository({
      'packages/vault/package.json': JSON.stringify({
        name: '@memora/vault',
        dependencies: { '@memora/core': '^1.0.0' },
        peerDependencies: { '@memora/claims': 'workspace:^' },
        devDependencies: { '@memora/validator': 'workspace:^', '@memora/nowhere': 'workspace:^' },
      }),
    });
    expect(checkLayers(root.path).map(({ message }) => message)).toEqual([
      'dependencies takes @memora/core from ^1.0.0; write workspace:*',
      'claims does not stand below vault',
      'validator does not stand below vault',
      'devDependencies names @memora/nowhere, which is no package here',
    ]);
  });

  it('keeps examples and benches to what packages export', async () => {
    await using root = await setupRepository({
      'examples/shop/package.json': JSON.stringify({
        name: 'shop',
        dependencies: { '@memora/claims': 'workspace:^' },
      }),
      'examples/shop/a.ts':
        "import '@memora/claims';\nimport '@memora/core';\nimport '../../packages/core/src/index.ts';\n",
    });
    expect(checkLayers(root.path)).toEqual([
      {
        place: 'examples/shop/a.ts:2',
        message: '@memora/core is missing from the dependencies of examples/shop',
      },
      {
        place: 'examples/shop/a.ts:3',
        message: '../../packages/core/src/index.ts leaves examples/shop; import the package by its name',
      },
    ]);
  });

  it('lets a bench take from the end-to-end tests what they export, and never a package', async () => {
    const dependencies = { '@memora/e2e': 'workspace:^' };
    await using root = await setupRepository({
      'e2e/package.json': JSON.stringify({ name: '@memora/e2e', exports: { './open-browser': {} } }),
      'bench/package.json': JSON.stringify({ name: '@memora/bench', dependencies }),
      'bench/a.ts': "import '@memora/e2e/open-browser';\n",
      'packages/vault/package.json': JSON.stringify({ name: '@memora/vault', dependencies }),
      'packages/vault/src/index.ts': "import '@memora/e2e/open-browser';\n",
    });
    expect(new Set(checkLayers(root.path).map(({ message }) => message))).toEqual(
      new Set(['e2e is no package of the product']),
    );
    expect(checkLayers(root.path).every(({ place }) => place.startsWith('packages/vault'))).toBe(true);
  });
});

describe('fixtures of several packages', () => {
  it('are imported by name, only by tests and other code that is not the product, and never by a path', async () => {
    await using root = await setupRepository({
      'scripts/testing-fixtures/package.json': JSON.stringify({
        name: '@memora/testing-fixtures',
        exports: { './every-nth': {} },
      }),
      'scripts/testing-fixtures/every-nth.ts': '',
      'packages/vault/package.json': JSON.stringify({ name: '@memora/vault' }),
      'packages/vault/src/a.test.ts': "import '@memora/testing-fixtures/every-nth';\n",
      'packages/vault/src/b.test.ts': "import '../../../scripts/testing-fixtures/every-nth.ts';\n",
      'packages/vault/src/c.test.ts': "import '../../../scripts/packed-packages.ts';\n",
      'packages/vault/src/index.ts': "import '@memora/testing-fixtures/every-nth';\n",
      'e2e/package.json': JSON.stringify({ name: '@memora/e2e' }),
      'e2e/a.ts': "import '@memora/testing-fixtures/every-nth';\n",
      'e2e/b.test.ts': "import '../scripts/packed-packages.ts';\n",
    });
    expect(checkLayers(root.path)).toEqual([
      {
        place: 'packages/vault/src/b.test.ts:1',
        message:
          '../../../scripts/testing-fixtures/every-nth.ts leaves vault; import the package by its name',
      },
      {
        place: 'packages/vault/src/c.test.ts:1',
        message: '../../../scripts/packed-packages.ts leaves vault; import the package by its name',
      },
      {
        place: 'packages/vault/src/index.ts:1',
        message: 'scripts/testing-fixtures is no package of the product',
      },
    ]);
  });
});

describe('importsOfSource', () => {
  it('finds each statement that names a module once, in order', () => {
    const source = [
      "import type { A } from 'a';",
      "import 'b';",
      "export { c } from 'c';",
      "export * as d from 'd';",
      "export type * from 'e';",
      'export type { A };',
      "import f, { type G } from 'f';",
    ].join('\n');
    const found = importsOfSource('x.ts', source);
    expect(found.map(({ specifier, kind, line }) => `${specifier} ${kind} ${line}`)).toEqual([
      ...['a import 1', 'b import 2', 'c import 3', 'd import 4', 'e import 5', 'f import 7'],
    ]);
    // The tree is read where a module is named in another way, and finds the same.
    expect(importsOfSource('x.ts', `${source}\nexport {} from 'h';\n`).map(({ line }) => line)).toEqual([
      ...found.map(({ line }) => line),
      8,
    ]);
  });

  it('sees through comments and strings that only look like imports', () => {
    const source = "// import 'a';\nconst text = `import 'b'`;\nimport 'c';\n";
    expect(importsOfSource('x.ts', source)).toEqual([{ specifier: 'c', kind: 'import', line: 3 }]);
  });

  it('throws on a source that does not parse, naming the file', () => {
    expect(() => importsOfSource('broken.ts', 'import {')).toThrow(/broken\.ts does not parse/);
  });
});

async function setupRepository(files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), 'memora-layers-'));
  const manifest = (name: string, more = {}) =>
    JSON.stringify({ name: `@memora/${name}`, exports: { '.': {} }, ...more });
  const all: Record<string, string> = {
    'packages/core/package.json': manifest('core', { exports: { '.': {}, './testing': {} } }),
    'packages/privacy/package.json': manifest('privacy'),
    'packages/validator/package.json': manifest('validator'),
    'packages/claims/package.json': manifest('claims'),
    'packages/vault/package.json': manifest('vault', {
      dependencies: { '@memora/core': 'workspace:*' },
    }),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
