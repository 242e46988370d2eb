import { defineConfig } from 'tsup';
import { copyWordTable, inlinePageCode, packageBuild } from '../../tsup.base.ts';
import { skipBarrels } from './skip-barrels.ts';

/**
 * One bundle with lazily loaded chunks: starting a command must not cost resolving a tree of packages.
 * Native code stays outside. `createRequire` serves the few bundled dependencies that are CommonJS inside.
 */
export default defineConfig(
  packageBuild(
    { bin: 'src/bin.ts' },
    {
      noExternal: [/^(?!(?:better-sqlite3|usearch|@huggingface\/transformers)(?:$|\/))/],
      external: ['better-sqlite3', 'usearch', '@huggingface/transformers'],
      onSuccess: async () => copyWordTable('dist'),
      target: 'node22',
      // Chunks are named by their content: without this, those of earlier builds would be packed too.
      clean: true,
      minifySyntax: true,
      minifyWhitespace: true,
      banner: {
        js: "import { createRequire as __memoraRequire } from 'node:module'; const require = __memoraRequire(import.meta.url);",
      },
      esbuildPlugins: [inlinePageCode(), skipBarrels()],
      esbuildOptions: (options) => {
        // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
        options.conditions = ['memora-source'];
      },
    },
  ),
);
