import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

/**
 * Two builds. The bin is one bundle with lazily loaded chunks, because starting it must not cost resolving a tree of
 * packages; native code stays outside. The library leaves its dependencies to its consumer.
 */
export default defineConfig([
  packageBuild({ index: 'src/index.ts' }, { target: 'node22' }),
  packageBuild(
    { bin: 'src/bin.ts' },
    {
      noExternal: [/.*/],
      external: ['better-sqlite3', 'usearch'],
      target: 'node22',
      minify: true,
      banner: {
        js: "import { createRequire as __memoraRequire } from 'node:module'; const require = __memoraRequire(import.meta.url);",
      },
      esbuildOptions: (options) => {
        // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
        options.conditions = ['memora-source'];
      },
    },
  ),
]);
