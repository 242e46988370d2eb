import { readFile } from 'node:fs/promises';

/** The version of this package, from its manifest, which is found from both `src/` and `dist/`. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
