import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundledIn, checkLicence, installedWith, packageNames } from './third-party.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('refuses a licence that asks for more than its text, and names the package', () => {
  for (const licence of ['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN x', 'none'])
    expect(() => checkLicence({ name: 'evil', licence })).toThrow('evil');
  for (const licence of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND Zlib']) checkLicence({ name: 'kind', licence });
});

it('finds what is bundled, with what that needs, and what is installed', () => {
  const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name);
  expect(names(bundledIn('vault'))).toEqual(
    expect.arrayContaining(['micromark', 'micromark-core-commonmark']),
  );
  expect(names(bundledIn('mcp'))).toEqual(
    expect.arrayContaining(['zod', 'micromark', 'kysely', '@noble/hashes']),
  );
  // The user installs a peer dependency.
  expect(names(bundledIn('engine'))).not.toContain('ai');
  expect(names(installedWith('ingest'))).toEqual(expect.arrayContaining(['htmlparser2', 'entities']));
});

it('has the text of the licence beside the built files', () => {
  for (const name of packageNames()) {
    const dist = join(root, 'packages', name, 'dist');
    for (const part of existsSync(dist) ? bundledIn(name) : [])
      expect(readFileSync(join(dist, 'THIRD-PARTY.txt'), 'utf8')).toContain(`${part.name} ${part.version} (`);
  }
});
