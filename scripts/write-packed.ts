/**
 * Packs the packages as they would be published, for people who want to install them earlier: `npx -y pnpm@12
 * packed [package…]`, which builds first. Writes the files into `packed/` and prints the command that
 * installs the named packages, `@memora/cli` by default, with the packages of this repository that they need.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PackedManifest, packPackages } from './packed-packages.ts';

/** The named packages and the packages of this repository that they need, in name order. Throws for an unknown name. */
export function withNeeded(names: readonly string[], manifests: readonly PackedManifest[]): string[] {
  const needed = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const manifest = manifests.find((each) => each.name === name);
    if (manifest === undefined)
      throw new Error(`no such package: ${name}; there are ${manifests.map((each) => each.name).join(', ')}`);
    if (needed.has(name)) continue;
    needed.add(name);
    open.push(...Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@memora/')));
  }
  return [...needed].sort();
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = join(root, 'packed');
  const work = mkdtempSync(join(tmpdir(), 'memora-packed-'));
  const names = process.argv.length > 2 ? process.argv.slice(2) : ['@memora/cli'];
  try {
    const packed = packPackages(root, work);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const { tarball } of packed) copyFileSync(tarball, join(folder, basename(tarball)));
    const needed = withNeeded(
      names,
      packed.map(({ manifest }) => manifest),
    );
    const files = packed
      .filter(({ name }) => needed.includes(name))
      .map(({ tarball }) => join(folder, basename(tarball)));
    const scope = names.some((name) => name === '@memora/cli' || name === '@memora/mcp') ? ' --global' : '';
    console.error(`${packed.length} packages are in ${folder}. This installs ${names.join(', ')}:`);
    console.log(`npm install${scope} ${files.join(' ')}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
