import { copyFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

/** The build every package shares: ESM, one file per entry, no declarations (`tsc` emits those). */
export function packageBuild(entry: Record<string, string>, extra: Options = {}): Options {
  emptyOnce('dist');
  return {
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    splitting: true,
    sourcemap: true,
    // A trace names file and line of the source; the source itself would double what everybody downloads.
    esbuildOptions: (options) => {
      options.sourcesContent = false;
      // A literal stays one: as a call with a string it is longer, and it is compiled when its file is loaded and not at its first use.
      options.supported = { ...options.supported, 'regexp-unicode-property-escapes': true };
      // What pages download has its constants in place: a bundler can't put them there across files.
      options.minifySyntax = options.platform === 'neutral';
      // Words of other scripts are a third of their escapes; modules are read as UTF-8 everywhere.
      if (options.platform === 'neutral') options.charset = 'utf8';
    },
    clean: false,
    dts: false,
    outDir: 'dist',
    ...extra,
  };
}

const emptied = new Set<string>();

/**
 * Chunks are named by their content: those of earlier builds would stay, and be packed. Before the first of a package's builds, which stand in one file and write
 * side by side: what one of them emptied would be of another.
 */
function emptyOnce(folder: string): void {
  if (emptied.has(folder)) return;
  emptied.add(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** The part of esbuild's plugin interface that is used here. */
interface Build {
  readonly onLoad: (
    filter: { readonly filter: RegExp },
    load: (args: { readonly path: string }) => Promise<{ readonly contents: string; readonly loader: 'js' }>,
  ) => void;
}

/**
 * Leaves bundled code of other packages out of the source map: nobody looks up a line of it in a folder that they do not have, and it is most of
 * what the map takes. A file that brings a map of one place adds no other.
 */
export function withoutForeignMaps(): { readonly name: string; readonly setup: (build: Build) => void } {
  return {
    name: 'without-foreign-maps',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, async ({ path }) => {
        const contents = (await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/gmu, '');
        return {
          contents: `${contents}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
          loader: 'js',
        };
      });
    },
  };
}

const EMPTY_MAP = Buffer.from('{"version":3,"sources":["bundled"],"mappings":"AAAA"}').toString('base64');

/** The modules that bundle a page's code from source. The package that owns the page is the first group. */
export const PAGE_MODULE = /[\\/](report|studio)[\\/]src[\\/]read-page-code\.ts$/;

/**
 * Puts the bundled code of a page in the place of the module that bundles it from source: what is published holds it
 * as text in a chunk of its own, which is loaded when the page is made.
 */
export function inlinePageCode(): { readonly name: string; readonly setup: (build: Build) => void } {
  return {
    name: 'inline-page-code',
    setup: (build) => {
      build.onLoad({ filter: PAGE_MODULE }, async ({ path }) => {
        return { contents: await writePageModule(path), loader: 'js' };
      });
    },
  };
}

/** The module that stands in for `read-page-code.ts` in what is published: the page's code as text. */
export async function writePageModule(path: string): Promise<string> {
  const [, owner = ''] = PAGE_MODULE.exec(path) ?? [];
  // Not a static import: it would become part of each package's config, where the bundler cannot be resolved.
  const tool = new URL(`./packages/${owner}/page/bundle-page.ts`, import.meta.url).href;
  const { bundlePage } = (await import(tool)) as { bundlePage: () => Promise<unknown> };
  return `const code = ${JSON.stringify(await bundlePage())};\nexport const readPageCode = async () => code;\n`;
}

/** Puts the built-in embedder's table beside a bundle that holds the embedder. */
export function copyWordTable(folder: string): void {
  const table = fileURLToPath(new URL('./packages/retrieval/assets/word-table.bin', import.meta.url));
  copyFileSync(table, `${folder}/word-table.bin`);
}
