/**
 * Builds the command: `bin.js`, and chunks of CommonJS that it loads (see `src/program/load-chunks.ts`). Native code stays outside.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { copyWordTable, writePageModule } from '../../tsup.base.ts';
import { lazyPatterns } from './lazy-patterns.ts';
import { skipBarrels } from './skip-barrels.ts';

/** What every answer needs: the command, and what it loads for the first statement that it verifies. */
const ANSWERING = ['src/commands/query-vault.ts', '../validator/src/checks/guard-statement.ts'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const options = {
  platform: 'node',
  external: [
    /^better-sqlite3$/,
    /^usearch$/,
    // CommonJS with wrappers for `import`, which a bundler takes for the classes in them.
    /^pg$/,
    /^@huggingface\/transformers$/,
    // Its SDK is registered by whoever runs the process.
    /^@opentelemetry\/api$/,
    // What reads documents of one format is installed by whoever has such documents.
    /^(?:defuddle|linkedom|mammoth|postal-mime|unpdf)$/,
  ],
  // Workspace packages are bundled from their source, so that the bundle is never a stale mixture.
  resolve: {
    conditionNames: ['memora-source', 'node', 'import', 'default'],
    // What it gives Node loads its own files by names that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
  plugins: [inlinePageCode(), withoutPrograms(), lazyPatterns(), skipBarrels()],
} satisfies RolldownOptions;
/** Names stay, for traces that people send, and for the canary suite, which takes out one redaction at a time. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

// Chunks are named by their content: without this, those of earlier builds would be packed too.
await rm('dist', { recursive: true, force: true });
await writeBin(await writeChunks());
await writeReaders();
copyWordTable('dist');

/** What every command needs in one chunk, what an answer needs in another; the rest as it is shared. */
async function writeChunks(): Promise<string> {
  const bundle = await rolldown({ ...options, input: { command: 'src/run-bin.ts' } });
  const answering = new Set<string>();
  const { output } = await bundle.write({
    dir: 'dist',
    format: 'cjs',
    // `import()` in a script is experimental, and Node says so on stderr.
    dynamicImportInCjs: false,
    minify,
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      groups: [
        { name: 'start', tags: ['$initial'], priority: 2 },
        {
          debugName: 'answer',
          name: (id, context) => {
            if (answering.size === 0)
              for (const each of ANSWERING) addImported(each, answering, (id) => context.getModuleInfo(id));
            return answering.has(id) ? 'answer' : null;
          },
          priority: 1,
        },
      ],
    },
  });
  await bundle.close();
  for (const { fileName } of output) {
    const file = new URL(`dist/${fileName}`, import.meta.url);
    await writeFile(file, toAscii(await readFile(file, 'utf8'), fileName));
  }
  return output[0].fileName;
}

/**
 * The code with every other character as the escape that says the same in texts, patterns and names: what is all ASCII is read without
 * being decoded, and takes half the memory. Throws where an escape would say something else.
 */
function toAscii(code: string, fileName: string): string {
  if (/(?<!\\)(?:\\\\)*\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f`]/.test(code))
    throw new Error(`${fileName} holds a character that cannot be escaped`);
  return code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type FindModule = (id: string) => { readonly importedIds: readonly string[] } | null;

/** A module and all that it imports statically. */
function addImported(id: string, found: Set<string>, find: FindModule): void {
  if (found.has(id)) return;
  found.add(id);
  for (const imported of find(id)?.importedIds ?? []) addImported(imported, found, find);
}

async function writeBin(entry: string): Promise<void> {
  const bundle = await rolldown({
    ...options,
    input: { bin: 'src/bin.ts' },
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

/** Puts the bundled code of the report's page in the place of the module that bundles it from source. */
function inlinePageCode(): Plugin {
  return {
    name: 'inline-page-code',
    load: async (id) => (/[\\/]report[\\/]src[\\/]read-page-code\.ts$/.test(id) ? writePageModule() : null),
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
