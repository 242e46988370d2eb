import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What an installation takes. */
export interface InstalledSize {
  /** Packages in `node_modules`, nested ones too. */
  readonly packages: number;
  /** The bytes of all files, in MB of 1024². */
  readonly megabytes: number;
}

/** Measures a `node_modules` folder. A link counts once, as its target. */
export function measureInstall(nodeModules: string): InstalledSize {
  let packages = 0;
  let bytes = 0;
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) {
        bytes += lstatSync(path).size;
        if (
          entry.name === 'package.json' &&
          /node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.@][^\\/]*$/.test(folder)
        )
          packages++;
      }
    }
  };
  visit(nodeModules);
  return { packages, megabytes: bytes / 1024 / 1024 };
}

/** The bytes of one package's files, without nested packages. */
export function measureFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((bytes, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? bytes : bytes + measureFiles(path);
    return entry.isFile() ? bytes + lstatSync(path).size : bytes;
  }, 0);
}
