import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The notice of the libraries inside the page's script, which their licence (MIT) requires. */
const NOTICE =
  'Contains Preact and @preact/signals, © 2015-present Jason Miller and others (MIT, preactjs.com).';

/** Bundles the page's script and style sheet. */
export async function bundlePage(): Promise<{ script: string; style: string }> {
  const [script, style] = await Promise.all([bundleScript(), bundleStyle()]);
  return { script, style };
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at('main.tsx')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Code that the server and the page share is read from source.
    conditions: ['memora-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    // A command that runs from a clone has its packages in another folder.
    nodePaths: (process.env['NODE_PATH'] ?? '').split(delimiter).filter((path) => path !== ''),
  });
  const [file] = outputFiles;
  if (file === undefined) throw new TypeError('bundling the page produced no file');
  return `/* ${NOTICE} */${file.text}`.replaceAll('\r', '');
}

async function bundleStyle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: await readFile(at('style.css'), 'utf8'), loader: 'css' },
    minify: true,
    write: false,
    charset: 'utf8',
    target: 'chrome123',
    logLevel: 'silent',
  });
  return (outputFiles[0]?.text ?? '').replaceAll('\r', '');
}
