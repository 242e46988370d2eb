/**
 * Builds the servers of a vault and of a team as CommonJS chunks that the bin loads (see `loadChunks` of `@memora/privacy`), after `tsup`, which creates the
 * folder. As ES modules, they took more than half of the start time to be found, linked and compiled.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { DATABASE_DRIVER, EXTERNAL } from '../../scripts/bundle/external-packages.ts';
import { lazyPatterns } from '../../scripts/bundle/lazy-patterns.ts';
import { skipBarrels } from '../../scripts/bundle/skip-barrels.ts';
import { writeChunk } from '../../scripts/bundle/write-chunk.ts';

const toFile = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const options = {
  platform: 'node',
  external: [...EXTERNAL, DATABASE_DRIVER],
  // Workspace packages are bundled from source, so the bundle never contains a stale build.
  resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
} satisfies RolldownOptions;
/** Names are kept for stack traces in bug reports. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

const entry = await writeChunks();
await writeStart('bin', 'src/bin.ts', entry);
// `startLargeRounds` looks for this file next to its own chunk.
await writeStart('large-rounds-worker', '../engine/src/team/worker/load-large-rounds.ts', entry);
dropUnloaded(new URL('dist/', import.meta.url));

/** Writes the chunks, and returns the name of the one with the exports of `run-bin.ts`. */
async function writeChunks(): Promise<string> {
  const bundle = await rolldown({
    ...options,
    input: { 'run-bin': toFile('src/run-bin.ts') },
    plugins: [noSchemaValidator(), lazyPatterns(parseAst), skipBarrels()],
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.write({
    dir: 'dist',
    format: 'cjs',
    // `import()` in a script is experimental, and Node warns about it on stderr.
    dynamicImportInCjs: false,
    minify,
    // V8 accepts cached code for any source of the same length, so no two versions of a chunk may share a name.
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  await bundle.close();
  for (const { fileName } of output) await writeChunk(new URL(`dist/${fileName}`, import.meta.url), fileName);
  return output[0].fileName;
}

/** Writes a file that loads the chunks. */
async function writeStart(name: string, source: string, entry: string): Promise<void> {
  const bundle = await rolldown({
    ...options,
    input: { [name]: toFile(source) },
    plugins: [runInChunks(), skipBarrels()],
    transform: { define: { ENTRY_CHUNK: JSON.stringify(entry) } },
  });
  await bundle.write({ dir: 'dist', format: 'esm', minify });
  await bundle.close();
}

/** In the published package, the bin's code is loaded as chunks. */
function runInChunks(): Plugin {
  return {
    name: 'run-in-chunks',
    resolveId: (source) => (source === './run-bin.ts' ? toFile('src/load-run-bin.ts') : null),
  };
}

/**
 * Removes the chunks of `tsup` that no other file loads: it writes one for each `import()`, even if the importing code was removed by tree shaking. A chunk has
 * a hash in its name, and its loader contains the whole name.
 */
function dropUnloaded(folder: URL): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const loaded = new Set(names.filter((name) => !/-[A-Z0-9]{8}\.js$/u.test(name)));
  for (const name of loaded) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    for (const [found] of text.matchAll(/[\w.-]+\.js\b/gu)) if (names.includes(found)) loaded.add(found);
  }
  for (const name of names) if (!loaded.has(name)) rmSync(new URL(name, folder));
}

/** The SDK includes ajv for replies to questions that a server asks a person; this server asks none that need it. */
function noSchemaValidator(): Plugin {
  const id = '\0no-schema-validator';
  return {
    name: 'no-schema-validator',
    resolveId: (source) => (source === '@modelcontextprotocol/server/_shims' ? id : null),
    load: (each) =>
      each === id
        ? `export const process = globalThis.process;
           export class DefaultJsonSchemaValidator {
             getValidator() { throw new Error('this server asks nothing that would need a schema validator'); }
           }`
        : null,
  };
}
