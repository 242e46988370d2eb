/**
 * Builds the server of a team: chunks of CommonJS that the bin loads with `--team` (see `loadChunks` of `@memora/privacy`), after `tsup`, which
 * makes the folder. As modules they took more than half of its start to be found, linked and compiled.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { DATABASE_DRIVER, EXTERNAL } from '../../scripts/bundle/external-packages.ts';
import { lazyPatterns } from '../../scripts/bundle/lazy-patterns.ts';
import { skipBarrels } from '../../scripts/bundle/skip-barrels.ts';
import { writeChunk } from '../../scripts/bundle/write-chunk.ts';

const bundle = await rolldown({
  // `load-serve-team.ts` knows it by this name.
  input: { 'serve-team': fileURLToPath(new URL('src/team/serve-team.ts', import.meta.url)) },
  platform: 'node',
  external: [...EXTERNAL, DATABASE_DRIVER],
  // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
  resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
  plugins: [noSchemaValidator(), lazyPatterns(parseAst), skipBarrels()],
  preserveEntrySignatures: 'allow-extension',
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'cjs',
  // `import()` in a script is experimental, and Node says so on stderr.
  dynamicImportInCjs: false,
  // Names stay, for traces that people send.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
});
await bundle.close();
for (const { fileName } of output) await writeChunk(new URL(`dist/${fileName}`, import.meta.url), fileName);
await writeThread('serve-team.cjs');
dropUnloaded(new URL('dist/', import.meta.url));

/** `startLargeRounds` looks for it beside the chunk that it is part of. */
async function writeThread(entry: string): Promise<void> {
  const thread = await rolldown({
    input: {
      'large-rounds-worker': fileURLToPath(
        new URL('../engine/src/team/worker/load-large-rounds.ts', import.meta.url),
      ),
    },
    platform: 'node',
    external: [...EXTERNAL, DATABASE_DRIVER],
    resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
    plugins: [skipBarrels()],
    transform: { define: { ENTRY_CHUNK: JSON.stringify(entry) } },
  });
  await thread.write({ dir: 'dist', format: 'esm', minify: true });
  await thread.close();
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
