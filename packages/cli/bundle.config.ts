/**
 * Builds the command: `bin.js`, and chunks of CommonJS that it loads (see `loadChunks` of `@memora/privacy`). Native code stays outside.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { DATABASE_DRIVER, EXTERNAL } from '../../scripts/bundle/external-packages.ts';
import { lazyPatterns } from '../../scripts/bundle/lazy-patterns.ts';
import { skipBarrels } from '../../scripts/bundle/skip-barrels.ts';
import { writeChunk } from '../../scripts/bundle/write-chunk.ts';
import { copyWordTable, PAGE_MODULE, writePageModule } from '../../tsup.base.ts';

const toFile = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What every command starts with but a hook: the parser of arguments, and the table of commands. */
const STARTED = toFile('src/program/run-cli.ts');

/** What a hook of a coding agent runs, which is a process of its own at each message. */
const HOOKED = toFile('src/commands/memory/run-memory-hook.ts');

/** What every answer needs beside it: the command, and what it loads for the first statement that it verifies. */
const ANSWERING = ['src/commands/query-vault.ts', '../validator/src/checks/check-statement.ts'].map(toFile);

/** What a hook imports and hardly ever calls, by the chunk that it is in: `loadChunks` loads it at the first call. */
const SELDOM = {
  'seldom-detector': ['../privacy/src/detect/create-detector.ts'].map(toFile),
  'seldom-markdown': ['../vault/src/parse/parse-with-micromark.ts'].map(toFile),
  'seldom-remember': [
    '../agent-memory/src/import/import-memories.ts',
    '../agent-memory/src/remember/decide-memory.ts',
  ].map(toFile),
  'seldom-answer': [
    '../engine/src/answer/ask-memory.ts',
    '../validator/src/index.ts',
    '../validator/src/guard.ts',
  ].map(toFile),
};

const options = {
  platform: 'node',
  external: [...EXTERNAL, DATABASE_DRIVER],
  // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
  resolve: {
    conditionNames: ['memora-source', 'node', 'import', 'default'],
    // What it gives Node loads its own files by names that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
  plugins: [inlinePageCode(), withoutPrograms(), lazyPatterns(parseAst), skipBarrels()],
} satisfies RolldownOptions;
/** Names stay, for traces that people send, and for the canary suite, which takes out one redaction at a time. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

// Chunks are named by their content: without this, those of earlier builds would be packed too.
await rm('dist', { recursive: true, force: true });
const entry = await writeChunks();
await writeStart('bin', 'src/bin.ts', entry);
// `startLargeRounds` looks for it beside the chunk that it is part of.
await writeStart('large-rounds-worker', '../engine/src/team/worker/load-large-rounds.ts', entry);
await writeReaders();
copyWordTable('dist');

/** What every command needs in one chunk, what an answer needs in another; the rest as it is shared. */
async function writeChunks(): Promise<string> {
  const bundle = await rolldown({
    ...options,
    input: { command: 'src/run-bin.ts' },
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.write({
    dir: 'dist',
    format: 'cjs',
    // `import()` in a script is experimental, and Node says so on stderr.
    dynamicImportInCjs: false,
    minify,
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      // What is named is all that stands in a chunk: the rest would be drawn into the first of them.
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'parts', name: toParts() }],
    },
  });
  await bundle.close();
  for (const { fileName } of output) await writeChunk(new URL(`dist/${fileName}`, import.meta.url), fileName);
  return output[0].fileName;
}

/** Names the part that a module belongs to: see `STARTED`, `HOOKED`, `ANSWERING` and `SELDOM`. */
function toParts() {
  const parts = new Map<string, string>();
  const put = (ids: Iterable<string>, part: string): void => {
    for (const id of ids) if (!parts.has(id)) parts.set(id, part);
  };
  return (id: string, graph: { readonly getModuleInfo: FindModule }): string | null => {
    if (parts.size === 0) {
      const find: FindModule = (each) => graph.getModuleInfo(each);
      const started = closureOf([STARTED], find);
      const answering = closureOf(ANSWERING, find);
      const hooked = closureOf([HOOKED], find, new Set(Object.values(SELDOM).flat()));
      put(
        [...started].filter((each) => hooked.has(each)),
        'base',
      );
      put(started, 'start');
      put(
        [...hooked].filter((each) => answering.has(each)),
        'recall',
      );
      put(hooked, 'hook');
      for (const [name, roots] of Object.entries(SELDOM)) put(closureOf(roots, find), name);
      put(answering, 'answer');
    }
    return parts.get(id) ?? null;
  };
}

/** Modules and all that they import statically, without some and what only those import. */
function closureOf(roots: readonly string[], find: FindModule, without = new Set<string>()): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id) || without.has(id)) return;
    found.add(id);
    for (const imported of find(id)?.importedIds ?? []) add(imported);
  };
  for (const root of roots) {
    if (find(root) === null) throw new Error(`${root} is no part of the command`);
    add(root);
  }
  return found;
}

type FindModule = (id: string) => { readonly importedIds: readonly string[] } | null;

/** What loads the first chunk: the command itself, and the thread of a worker. */
async function writeStart(name: string, source: string, entry: string): Promise<void> {
  const bundle = await rolldown({
    ...options,
    input: { [name]: toFile(source) },
    transform: { define: { ENTRY_CHUNK: JSON.stringify(entry) } },
  });
  await bundle.write({ dir: 'dist', format: 'esm', minify });
  await bundle.close();
}

/**
 * The thread that reads notes while the command writes, and what it reads for the indexes: `startNoteReader`,
 * `createLexicalIndex` and `openWordTable` look for them beside the chunk that they are part of.
 */
async function writeReaders(): Promise<void> {
  for (const [name, source] of [
    ['read-notes-worker', '../claims/src/run/threads/read-notes-worker.ts'],
    ['read-documents-worker', '../ingest/src/thread/read-documents-worker.ts'],
    ['read-lexical-documents', '../retrieval/src/lexical/tables/read-documents.ts'],
    ['read-vector-documents', '../retrieval/src/vector/read-documents.ts'],
  ] as const) {
    const file = fileURLToPath(new URL(source, import.meta.url));
    const bundle = await rolldown({ ...options, input: { [name]: file } });
    await bundle.write({ dir: 'dist', format: 'esm', minify });
    await bundle.close();
  }
}

/** Puts the bundled code of a page in the place of the module that bundles it from source. */
function inlinePageCode(): Plugin {
  return {
    name: 'inline-page-code',
    load: async (id) => (PAGE_MODULE.test(id) ? writePageModule(id) : null),
  };
}

/** commander can start subcommands that are programs of their own. There are none here, and what would start them loads streams and sockets. */
function withoutPrograms(): Plugin {
  const id = '\0no-child-process';
  return {
    name: 'without-programs',
    resolveId: (source, importer) =>
      source === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '') ? id : null,
    load: (each) => (each === id ? 'export default {};' : null),
  };
}
