import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FROM_SOURCE = ['--conditions=memora-source', '--disable-warning=ExperimentalWarning'];
const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const BUILT = { server: at('mcp/dist/bin.js'), worker: at('cli/dist/bin.js') };

export function areBuilt(): boolean {
  return Object.values(BUILT).every((bin) => existsSync(bin));
}

/** The two programs of the compose file, from the build or from source. */
export function programsOf(built: boolean): {
  readonly server: readonly string[];
  readonly worker: readonly string[];
} {
  if (!built)
    return {
      server: [...FROM_SOURCE, at('mcp/src/bin.ts')],
      worker: [...FROM_SOURCE, at('cli/src/bin.ts')],
    };
  if (!areBuilt()) throw new Error('build first: node scripts/build.ts @memora/cli @memora/mcp');
  return { server: [BUILT.server], worker: [BUILT.worker] };
}
