/**
 * Bundles the programs that tests start, from their source, into one folder: `node bundle-programs.ts FOLDER`. A process that
 * loads a thousand files takes a second to start; one that loads a few files takes a third of that. Each bundled file keeps the
 * source's `import.meta`, so that threads, tables and manifests are found as before. Native code stays where it is installed.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DATABASE_DRIVER, EXTERNAL } from '../bundle/external-packages.ts';

/** Programs that tests start more than a few times, by their paths in the repository. */
export const PROGRAMS = [
  'packages/cli/src/testing-fixtures/crash/run-source.ts',
  'packages/ingest/src/testing-fixtures/drive-attacks.ts',
  'packages/mcp/src/bin.ts',
  'packages/mcp/src/testing-fixtures/capture-child.ts',
];

/** The part of the bundler that is used here. */
interface Bundler {
  readonly rolldown: (options: object) => Promise<{
    readonly write: (options: object) => Promise<unknown>;
    readonly close: () => Promise<void>;
  }>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const NOT_BUNDLED = new Set([...EXTERNAL, DATABASE_DRIVER, 'better-sqlite3-multiple-ciphers']);

/** The name of a program's file in the folder of bundles. */
export const bundleName = (path: string): string => path.replace(/\.ts$/, '').replaceAll('/', '.');

async function bundlePrograms(folder: string): Promise<void> {
  // The bundler is installed with the command.
  const fromCli = createRequire(join(root, 'packages/cli/package.json'));
  const { rolldown } = (await import(pathToFileURL(fromCli.resolve('rolldown')).href)) as Bundler;
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((path) => [bundleName(path), join(root, path)])),
    platform: 'node',
    resolve: { conditionNames: ['memora-source', 'node', 'import', 'default'] },
    logLevel: 'silent',
    plugins: [
      {
        name: 'in-their-places',
        resolveId: (source: string, importer: string | undefined) =>
          importer !== undefined && NOT_BUNDLED.has(source)
            ? { id: placeOf(source, importer), external: true }
            : null,
        transform: (code: string, id: string) =>
          code.includes('import.meta.') ? { code: inItsPlace(code, id), map: null } : null,
      },
    ],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

/**
 * The path of a package for the file that imports it. If the package is not installed, its name, so that the
 * import fails as it would from source.
 */
function placeOf(name: string, importer: string): string {
  try {
    return pathToFileURL(createRequire(importer).resolve(name)).href;
  } catch {
    return name;
  }
}

function inItsPlace(code: string, id: string): string {
  const places = { url: pathToFileURL(id).href, filename: id, dirname: dirname(id) };
  return Object.entries(places).reduce(
    (text, [name, value]) => text.replaceAll(`import.meta.${name}`, JSON.stringify(value)),
    code,
  );
}

if (import.meta.main) await bundlePrograms(process.argv[2] ?? '');
