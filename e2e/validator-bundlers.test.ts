/**
 * The packed validator through the common page bundlers, and inside a Web Worker. Each output is opened in a
 * headless browser and must show the same report, in chunks that are loaded on demand.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { type PackedValidator, packValidator } from './pack-validator.ts';
import { showPage } from './show-page.ts';

let packed: PackedValidator;

beforeAll(async () => {
  packed = await packValidator();
});

afterAll(() => packed?.remove());

const NOTE = '# Lease\n\nRent is 900 EUR a month. Pets are not allowed.\n';
const ANSWER =
  'Rent is 900 EUR a month [claim:rent000000000001]. Pets are allowed [claim:pets000000000001]. The flat has a garden.';

/** Code that sets `text` to the visible text of a report. */
const VERIFIES = `
import { fingerprint, verifyCitations } from '@memora/validator';
const note = new TextEncoder().encode(${JSON.stringify(NOTE)});
const cut = (start, end) => ({ span: { start, end }, fingerprint: fingerprint(note.subarray(start, end)) });
const claims = new Map([
  ['rent000000000001', { id: 'rent000000000001', notePath: 'lease.md', ...cut(9, 33) }],
  ['pets000000000001', { id: 'pets000000000001', notePath: 'lease.md', ...cut(34, 55) }],
]);
const report = await verifyCitations(${JSON.stringify(ANSWER)}, { claims: async () => claims, sources: async () => note });
const text = report.verdict + ': ' + report.cleanText + ' (' + report.statements.map(({ wording }) => wording).join(' ') + ')';
`;
const SHOWN = 'partial: Rent is 900 EUR a month [claim:rent000000000001]. (quoted altered paraphrased)';
const SHOWS = 'document.body.textContent = text;\n';
const STARTS_WORKER = `
const worker = new Worker('/worker.js', { type: 'module' });
worker.onmessage = ({ data }) => { document.body.textContent = data; };
worker.onerror = ({ message }) => { document.body.textContent = 'failed: ' + message; };
`;

async function writeSource(name: string, code: string): Promise<string> {
  const path = join(packed.project, name);
  await writeFile(path, code);
  return path;
}

async function filesOf(folder: string): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return new Map(
    await Promise.all(names.map(async (name) => [`/${name}`, await readFile(join(folder, name))] as const)),
  );
}

const kilobytes = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length / 1024;

describe('the packed validator in a page', () => {
  it('works as rollup bundles it, and loads its parts when they are needed', async () => {
    const input = await writeSource('with-rollup.mjs', VERIFIES + SHOWS);
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true })] });
    const dir = join(packed.folder, 'with-rollup');
    const { output } = await bundle.write({ dir, format: 'es', entryFileNames: 'page.js' });
    await bundle.close();
    const files = await filesOf(dir);
    const { text, asked } = await showPage(files);
    expect(text).toContain(SHOWN);
    expect(output.length).toBeGreaterThan(5);
    expect(asked.filter((url) => url.endsWith('.js')).length).toBeLessThan(files.size);
  });

  it('works as webpack bundles it, and loads its parts when they are needed', async () => {
    const entry = await writeSource('with-webpack.mjs', VERIFIES + SHOWS);
    const path = join(packed.folder, 'with-webpack');
    const compiler = webpack({
      entry,
      context: packed.project,
      mode: 'production',
      target: 'web',
      // Only from the installed packages.
      resolve: { modules: [join(packed.project, 'node_modules')] },
      output: { path, filename: 'page.js', publicPath: '/' },
      performance: { hints: false },
    });
    if (compiler === null) throw new Error('webpack made no compiler');
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result)));
    });
    await new Promise((resolve) => compiler.close(resolve));
    expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    const files = await filesOf(path);
    const { text, asked } = await showPage(files);
    expect(text).toContain(SHOWN);
    expect(files.size).toBeGreaterThan(5);
    expect(asked.filter((url) => url.endsWith('.js')).length).toBeLessThan(files.size);
    // The size includes webpack's own runtime.
    expect(kilobytes(files.get('/page.js') as Uint8Array)).toBeLessThanOrEqual(27);
  });

  it.each([true, false])('works inside a Web Worker, in pieces: %s', async (splitting) => {
    const { outputFiles } = await build({
      entryPoints: {
        page: await writeSource('page.mjs', STARTS_WORKER),
        worker: await writeSource('worker.mjs', `${VERIFIES}postMessage(text);\n`),
      },
      bundle: true,
      splitting,
      write: false,
      outdir: join(packed.folder, 'worker'),
      format: 'esm',
      platform: 'browser',
      minify: true,
    });
    const files = new Map(
      outputFiles.map(({ path, contents }) => [`/${path.split('/').at(-1)}`, contents] as const),
    );
    const { text, asked } = await showPage(files);
    expect(text).toContain(SHOWN);
    expect(asked).toContain('/worker.js');
  });
});
