import { fileURLToPath } from 'node:url';
import { packPackages } from '../../scripts/packed-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packs tarballs as they would be published, in a folder, unless the check has packed them already. The packages must be built. */
export function packTarballs(folder: string, names: readonly string[]): string[] {
  const packed = packPackages(root, folder);
  return names.map((name) => {
    const found = packed.find((each) => each.name === name);
    if (found === undefined) throw new Error(`packing ${name} made no tarball; run the build first`);
    return found.tarball;
  });
}
