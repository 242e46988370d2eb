import { expect, it } from 'vitest';
import { withNeeded } from './write-packed.ts';

const MANIFESTS = [
  { name: '@memora/core' },
  { name: '@memora/language', dependencies: { '@memora/core': '^0.1.0' } },
  { name: '@memora/validator', dependencies: { '@memora/language': '^0.1.0', yaml: '2' } },
  { name: '@memora/vault' },
];

it('names what a package needs of this repository, and nothing else', () => {
  expect(withNeeded(['@memora/validator'], MANIFESTS)).toEqual([
    '@memora/core',
    '@memora/language',
    '@memora/validator',
  ]);
  expect(withNeeded(['@memora/vault', '@memora/core'], MANIFESTS)).toEqual(['@memora/core', '@memora/vault']);
  expect(() => withNeeded(['memora'], MANIFESTS)).toThrow(/no such package: memora; there are @memora\/core/);
});
