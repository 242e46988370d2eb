import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The notices of the libraries inside the page's script, which their licences (MIT) require. */
const NOTICE = [
  'Contains Sigma, © 2013-2025 Alexis Jacomy, Guillaume Plique, Benoît Simard (MIT, sigmajs.org)',
  'and graphology, © 2016-2025 Guillaume Plique (MIT, graphology.github.io).',
].join(' ');

/** Bundles the report page's script and style sheet, and the extra script of a page that is served live. */
export async function bundlePage(): Promise<{ script: string; style: string; live: string }> {
  const [script, live, style] = await Promise.all([
    bundle('main.ts', `/* ${NOTICE} */`),
    bundle('live.ts', ''),
    readStyle('style.css'),
  ]);
  return { script, style, live };
}

async function bundle(entry: string, banner: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at(entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    // A command that runs from a clone has its packages in another folder.
    nodePaths: (process.env['NODE_PATH'] ?? '').split(delimiter).filter((path) => path !== ''),
  });
  const [file] = outputFiles;
  if (file === undefined) throw new TypeError(`bundling ${entry} produced no file`);
  return `\n${banner}${file.text}`.replaceAll('\r', '');
}

async function readStyle(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: await readFile(at(name), 'utf8'), loader: 'css' },
    minify: true,
    write: false,
    charset: 'utf8',
    target: 'chrome123',
    logLevel: 'silent',
  });
  return (outputFiles[0]?.text ?? '').replaceAll('\r', '');
}
