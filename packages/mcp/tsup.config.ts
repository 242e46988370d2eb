import { defineConfig, type Options } from 'tsup';
import { EXTERNAL } from '../../scripts/bundle/external-packages.ts';
import { copyWordTable, packageBuild } from '../../tsup.base.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Nothing but native code is installed beside these builds. The bin and its chunks are made by `bundle.config.ts`. Beside the index the engine is a bundle of its own, because what
 * the two share would otherwise be pulled into one chunk (all of zod, most of it for the AI SDK) and be loaded by whoever imports the package.
 */
export default defineConfig([
  packageBuild({ index: 'src/index.ts' }, bundle([engineBeside(), noSchemaValidator(), globalProcess()])),
  packageBuild({ engine: 'src/engine.ts' }, bundle([])),
  // The thread that reads notes while the engine writes, and what it reads for the indexes: they are looked for beside the engine's bundle.
  packageBuild({ 'read-notes-worker': '../claims/src/run/threads/read-notes-worker.ts' }, bundle([])),
  // The thread that reads documents of agents.
  packageBuild({ 'read-documents-worker': '../ingest/src/thread/read-documents-worker.ts' }, bundle([])),
  packageBuild({ 'read-lexical-documents': '../retrieval/src/lexical/tables/read-documents.ts' }, bundle([])),
  packageBuild({ 'read-vector-documents': '../retrieval/src/vector/read-documents.ts' }, bundle([])),
]);

function bundle(plugins: Plugin[]): Options {
  return {
    noExternal: [new RegExp(`^(?!(?:${EXTERNAL.join('|')})(?:$|/))`)],
    external: EXTERNAL,
    onSuccess: async () => copyWordTable('dist'),
    target: 'node22',
    minify: true,
    // Of a minified bundle they are three times its size; the names stay readable in the libraries.
    sourcemap: false,
    esbuildPlugins: plugins,
    banner: {
      js: "import { createRequire as __memoraRequire } from 'node:module'; const require = __memoraRequire(import.meta.url);",
    },
    esbuildOptions: (options) => {
      // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
      options.conditions = ['memora-source'];
    },
  };
}

/** `./engine.ts` stays an import at run time: it is the third build. */
function engineBeside(): Plugin {
  return {
    name: 'engine-beside',
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\/(?:\.\.\/)?engine\.ts$/ }, () => ({
        path: './engine.js',
        external: true,
      }));
    },
  };
}

/** The SDK brings ajv for replies to questions that a server puts to a person; this one puts none. */
function noSchemaValidator(): Plugin {
  const contents = `
    export const process = globalThis.process;
    export class DefaultJsonSchemaValidator {
      getValidator() { throw new Error('this server asks nothing that would need a schema validator'); }
    }`;
  return {
    name: 'no-schema-validator',
    setup: (build) => {
      build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
        path,
        namespace: 'shim',
      }));
      build.onLoad({ filter: /.*/, namespace: 'shim' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * `node:process` as the global that it is: importing the module has Node read everything that stands in it, and load what that needs,
 * cryptography among it. CommonJS, so that `import` and `require` both get the object itself: as a default export, `require('process').env` of
 * the YAML library was undefined.
 */
function globalProcess(): Plugin {
  return {
    name: 'global-process',
    setup: (build) => {
      build.onResolve({ filter: /^(?:node:)?process$/ }, () => ({ path: 'process', namespace: 'global' }));
      build.onLoad({ filter: /.*/, namespace: 'global' }, () => ({
        contents: 'module.exports = globalThis.process;',
        loader: 'js',
      }));
    },
  };
}
