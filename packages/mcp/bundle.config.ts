/**
 * Builds the servers of a vault and of a team: chunks of CommonJS that the bin loads (see `loadChunks` of `@memora/privacy`), after `tsup`, which makes the folder. As modules they
 * took more than half of a start to be found, linked and compiled.
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
  // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
  resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
} satisfies RolldownOptions;
/** Names stay, for traces that people send. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

const entry = await writeChunks();
await writeStart('bin', 'src/bin.ts', entry);
// `startLargeRounds` looks for it beside the chunk that it is part of.
await writeStart('large-rounds-worker', '../engine/src/team/worker/load-large-rounds.ts', entry);
dropUnloaded(new URL('dist/', import.meta.url));

/** The name of the chunk that exports what `run-bin.ts` does. */
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
    // `import()` in a script is experimental, and Node says so on stderr.
    dynamicImportInCjs: false,
    minify,
    // V8 takes kept code for that of any source of the same length: no two versions of a chunk may have one name.
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  await bundle.close();
  for (const { fileName } of output) await writeChunk(new URL(`dist/${fileName}`, import.meta.url), fileName);
  return output[0].fileName;
}

/** A file that begins with the chunks. */
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

/** What the bin runs is loaded as chunks where it is published. */
function runInChunks(): Plugin {
  return {
    name: 'run-in-chunks',
    resolveId: (source) => (source === './run-bin.ts' ? toFile('src/load-run-bin.ts') : null),
  };
}

/**
 * Removes the chunks of `tsup` that no other file loads: it writes one for each `import()`, also of code that was shaken out afterwards. Chunks are
 * those with a hash in their name; what loads one has its whole name.
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

/** The SDK brings ajv for replies to questions that a server puts to a person; this one puts none. */
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
