import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Product } from './drive-site.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The product as built in this repository. */
export function builtProduct(): Product {
  return {
    memora: [at('packages/cli/dist/bin.js')],
    mcp: [at('packages/mcp/dist/bin.js')],
    folders: [realpathSync(at('.')), dirname(realpathSync(process.execPath))],
  };
}

/** The server from its source, whose functions have names. The bundle's functions have none. */
export function serverFromSource(): readonly string[] {
  return ['--conditions=memora-source', at('packages/mcp/src/bin.ts')];
}
