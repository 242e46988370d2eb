/**
 * The packed validator as a stranger has it: installed alone in an empty project, and used from Node, from a bundled page in a
 * headless browser, and from a vitest suite. The code is that of its README.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
let folder = '';
let project = '';
let snippets: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memora-validator-'));
  const tarballs: string[] = [];
  for (const name of ['core', 'validator']) {
    const target = join(folder, name);
    await mkdir(target);
    await exec('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', target], {
      cwd: join(root, 'packages', name),
    });
    const file = (await readdir(target)).find((entry) => entry.endsWith('.tgz'));
    if (file === undefined) throw new Error(`packing ${name} made no tarball; run the build first`);
    tarballs.push(join(target, file));
  }
  project = join(folder, 'project');
  await mkdir(project);
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "stranger", "private": true, "type": "module" }\n',
  );
  await exec(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', '--omit=optional', ...tarballs],
    {
      cwd: project,
    },
  );
  const readme = await readFile(join(project, 'node_modules/@memora/validator/README.md'), 'utf8');
  snippets = [...readme.matchAll(/^```ts.*\n([\s\S]*?)^```/gmu)].map((match) => match[1] as string);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the comments of a snippet say that it prints. */
function promised(snippet: string): string {
  return [...snippet.matchAll(/\/\/ prints (.*)/gu)].map((match) => match[1]).join('\n');
}

function snippetWith(text: string): string {
  const snippet = snippets.find((code) => code.includes(text));
  if (snippet === undefined) throw new Error(`the README has no snippet with ${text}`);
  return snippet;
}

describe('the packed validator, installed alone', () => {
  it('brings no optional peer along, and at most its own two dependencies', async () => {
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.')).sort()).toEqual(['@memora', '@noble']);
  });

  it('works from Node as its README shows', async () => {
    for (const text of ['report.verdict); // prints partial', 'verifyStream({', 'createVaultTree([']) {
      const snippet = snippetWith(text);
      await writeFile(join(project, 'snippet.ts'), snippet);
      const { code } = (
        await build({
          entryPoints: [join(project, 'snippet.ts')],
          write: false,
          format: 'esm',
          target: 'es2022',
        })
      ).outputFiles.map(({ text: code }) => ({ code }))[0] as { code: string };
      await writeFile(join(project, 'snippet.mjs'), code);
      const { stdout } = await exec(process.execPath, ['snippet.mjs'], { cwd: project });
      const lines = stdout
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      expect(lines.join('\n')).toBe(promised(snippet));
    }
  });

  it('grows no further than it has', async () => {
    await writeFile(join(project, 'all.ts'), "export * from '@memora/validator';\n");
    const bundle = await build({
      entryPoints: [join(project, 'all.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      charset: 'utf8',
      minify: true,
    });
    const size = gzipSync((bundle.outputFiles[0] as { contents: Uint8Array }).contents, { level: 9 }).length;
    // Not the 25 KB it was meant to have: see docs/decisions/2026-11-22-size-of-the-validator.md.
    expect(size).toBeLessThan(58 * 1024);
  });

  it('works in a browser, from a bundled page', async () => {
    const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(
      existsSync,
    );
    if (browser === undefined) throw new Error('no browser: install chromium (Debian package "chromium")');
    const snippet = snippetWith('report.verdict); // prints partial');
    const shown = `const shown = [];\nconst console = { log: (...values) => shown.push(values.join(' ')) };\n`;
    const [imports = ''] = /^import .*\n/mu.exec(snippet) ?? [];
    await writeFile(
      join(project, 'page.ts'),
      `// @ts-nocheck\n${imports}${shown}${snippet.replace(imports, '')}\ndocument.body.textContent = shown.join('\\n');\n`,
    );
    const bundle = await build({
      entryPoints: [join(project, 'page.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      minify: true,
    });
    const script = (bundle.outputFiles[0] as { text: string }).text.replaceAll('</script', '<\\/script');
    await writeFile(
      join(project, 'page.html'),
      `<!doctype html><meta charset="utf-8"><body><script type="module">${script}</script>`,
    );
    const { stdout } = await exec(browser, [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${join(folder, 'browser')}`,
      '--virtual-time-budget=20000',
      '--dump-dom',
      `file://${join(project, 'page.html')}`,
    ]);
    expect(stdout).toContain(promised(snippet));
  });

  it('works in a vitest suite as its README shows', async () => {
    await symlink(await realpath(join(root, 'node_modules/vitest')), join(project, 'node_modules/vitest'));
    await writeFile(join(project, 'answer.test.ts'), snippetWith('.toBeCited('));
    const vitest = join(project, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await exec(process.execPath, [vitest, 'run', '--root', project], {
      cwd: project,
      env: { ...process.env, NO_COLOR: '1', CI: '1' },
    });
    expect(stdout).toMatch(/1 passed/);
  });
});
