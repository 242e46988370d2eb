import { defineConfig, type Options } from 'tsup';
import { EXTERNAL } from '../../scripts/bundle/external-packages.ts';
import { copyWordTable, packageBuild } from '../../tsup.base.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Only native code is installed with these builds. `bundle.config.ts` makes the bin and its chunks. The engine is a separate bundle from the index, because
 * their common code would otherwise become one chunk (all of zod, most of it for the AI SDK) that every importer of the package loads.
 */
export default defineConfig([
  packageBuild({ index: 'src/index.ts' }, bundle([engineBeside(), noSchemaValidator(), globalProcess()])),
  packageBuild({ engine: 'src/engine.ts' }, bundle([])),
  // The thread that reads notes while the engine writes, and the one that reads notes for indexes: both are looked for next to the engine's bundle.
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
    // Source maps of a minified bundle are three times its size; the names stay readable in the libraries.
    sourcemap: false,
    esbuildPlugins: plugins,
    banner: {
      js: "import { createRequire as __memoraRequire } from 'node:module'; const require = __memoraRequire(import.meta.url);",
    },
    esbuildOptions: (options) => {
      // Workspace packages are bundled from source, so the bundle never contains a stale build.
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

/** The SDK includes ajv for replies to questions that a server asks a person; this server asks none that need it. */
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
 * `node:process` as the global object: importing the module makes Node read all of its properties and load what they need, including cryptography. CommonJS, so
 * that `import` and `require` both get the object itself: with a default export, `require('process').env` of the YAML library was undefined.
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
