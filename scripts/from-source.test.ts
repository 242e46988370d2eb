import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../${path}/package.json`, import.meta.url), 'utf8')) as Manifest;

it('installs for a clone every dependency of the packages that it runs', () => {
  const own = Object.keys(read('packaging/from-source').dependencies ?? {});
  const packages = own.flatMap((name) =>
    name.startsWith('@memora/') ? [name.slice('@memora/'.length)] : [],
  );
  expect(packages.length).toBeGreaterThan(10);
  const needed = packages.flatMap((name) => Object.keys(read(`packages/${name}`).dependencies ?? {}));
  expect([...new Set(needed)].filter((name) => !own.includes(name))).toEqual([]);
});
