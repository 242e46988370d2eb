import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What the sources import from packages of many small files. `chrono-node` alone has 266 of them, and Node spends longer on finding them than a question takes, so the
 * first command of a clone puts each package in one file (`write-bundles.ts`).
 */
export const BUNDLED = [
  'chrono-node',
  'libphonenumber-js/min',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark',
  'micromark-extension-gfm',
  'micromark-extension-gfm-footnote',
  'micromark-extension-gfm-table',
  'micromark-util-decode-string',
  'micromark-util-subtokenize',
  'yaml',
] as const;

export const CACHE = join(import.meta.dirname, 'node_modules', '.cache', 'packages');

/** What was bundled, and where it is. */
export interface BundleList {
  /** Real folders of the packages; pnpm names them by their versions. */
  readonly made: readonly string[];
  readonly folder: string;
}

/** Returns the real folders of the packages, as they are installed now. */
export function installedFolders(): string[] {
  return BUNDLED.map((name) =>
    realpathSync(join(import.meta.dirname, 'node_modules', name.split('/')[0] as string)),
  );
}

/** Returns the address of each bundled package. It is empty before the first command, and after another version was installed. */
export function readBundles(): ReadonlyMap<string, string> {
  try {
    const { made, folder } = JSON.parse(readFileSync(join(CACHE, 'list.json'), 'utf8')) as BundleList;
    const isStale = !existsSync(folder) || installedFolders().some((each, i) => each !== made[i]);
    if (isStale) return new Map();
    return new Map(BUNDLED.map((name) => [name, pathToFileURL(join(folder, bundleFile(name))).href]));
  } catch {
    return new Map();
  }
}

export function bundleFile(name: string): string {
  return `${name.replaceAll('/', '-')}.mjs`;
}
