/**
 * The packed validator as a user has it: installed alone in an empty project, and used from Node, from a
 * bundled page in a headless browser, and from a vitest suite. The code comes from its README.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedValidator, packValidator } from './pack-validator.ts';
import { showPage } from './show-page.ts';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
let project = '';
let snippets: readonly string[] = [];

let packed: PackedValidator | undefined;

beforeAll(async () => {
  packed = await packValidator();
  ({ project, snippets } = packed);
});

afterAll(() => packed?.remove());

/** The output that the comments of a snippet promise. */
function promised(snippet: string): string {
  return [...snippet.matchAll(/\/\/ prints (.*)/gu)].map((match) => match[1]).join('\n');
}

function snippetWith(text: string): string {
  const snippet = snippets.find((code) => code.includes(text));
  if (snippet === undefined) throw new Error(`the README has no snippet with ${text}`);
  return snippet;
}

/** The handwritten answers of the library's own tests, with each claim as a document that `[1]`, `[2]` … cite. */
async function readWrittenCases() {
  const cases: { documents: Record<string, string>; answer: string; clean: string }[] = [];
  const written = join(root, 'packages/validator/src/testing-fixtures/written');
  for (const file of await readdir(written)) {
    for (const block of (await readFile(join(written, file), 'utf8')).trim().split('\n\n')) {
      // A case that needs a judge is skipped, because this package has none.
      if (/^# .* judge$/mu.test(block)) continue;
      const claims = [...block.matchAll(/^([A-Z]): (.+)$/gmu)].map(
        ([, key = '', text = '']) => [key, text] as const,
      );
      const toText = (line = '') =>
        line.replaceAll('\\n', '\n').replace(/\[([A-Z])\]/gu, (whole, key: string) => {
          const at = claims.findIndex(([own]) => own === key);
          return at === -1 ? whole : `[${at + 1}]`;
        });
      const answer = toText(/^> (.+)$/mu.exec(block)?.[1]);
      const clean = /^< (.+)$/mu.exec(block)?.[1];
      const documents = Object.fromEntries(claims.map(([key, text]) => [`${key}.md`, text]));
      cases.push({ documents, answer, clean: clean === '=' ? answer : clean === '-' ? '' : toText(clean) });
    }
  }
  return cases;
}

/** Bundles the page for browsers, minified and in memory. */
async function bundle(code: string, splitting = true) {
  await writeFile(join(project, 'page.ts'), code);
  return build({
    entryPoints: [join(project, 'page.ts')],
    bundle: true,
    splitting,
    metafile: true,
    write: false,
    outdir: join(project, 'page'),
    format: 'esm',
    platform: 'browser',
    charset: 'utf8',
    minify: true,
  });
}

describe('the packed validator, installed alone', () => {
  it('brings no optional peer along, and at most its own two dependencies', async () => {
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.')).sort()).toEqual(['@memora']);
  });

  it('works from Node as its README shows', async () => {
    for (const text of [
      'report.verdict); // prints partial',
      'await verifyAgainst({',
      'createDocumentClaims({',
      'verifyStream({',
      'createVaultTree([',
    ]) {
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

  it('checks an answer against a folder of documents from the command line, without a vault', async () => {
    await mkdir(join(project, 'docs'), { recursive: true });
    await writeFile(join(project, 'docs/lease.md'), 'Rent is 900 EUR a month.\n');
    await writeFile(
      join(project, 'answer.md'),
      'Rent is 900 EUR a month [1]. Rent is 950 EUR a month [1].\n',
    );
    const command = join(project, 'node_modules/.bin/memora-validator');
    const run = (...args: string[]) =>
      exec(command, ['check', 'answer.md', '--sources', 'docs/**', ...args], { cwd: project }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
      );
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain('✓ quoted Rent is 900 EUR a month [1].');
    expect(stdout).toContain('✗ Rent is 950 EUR a month [1].');
    const sarif = JSON.parse((await run('--format', 'sarif')).stdout) as { runs: { results: unknown[] }[] };
    expect(sarif.runs[0]?.results).toHaveLength(1);
  });

  it('gives the library’s own cases their clean text, from its entry and from its bin', async () => {
    const cases = await readWrittenCases();
    expect(cases.length).toBeGreaterThan(300);
    await writeFile(join(project, 'cases.json'), JSON.stringify(cases));
    await writeFile(
      join(project, 'cases.mjs'),
      `import { readFileSync } from 'node:fs';
      import { verifyAgainst } from '@memora/validator';
      const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
      const wrong = [];
      for (const { documents, answer, clean } of cases) {
        const { cleanText } = await verifyAgainst({ documents, answer });
        if (cleanText !== clean) wrong.push({ answer, clean, cleanText });
      }
      console.log(JSON.stringify(wrong));`,
    );
    const { stdout } = await exec(process.execPath, ['cases.mjs'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([]);
    // A process for each would take minutes.
    const command = join(project, 'node_modules/.bin/memora-validator');
    for (const { documents, answer, clean } of cases.filter((_, i) => i % 20 === 0)) {
      const own = await mkdtemp(join(project, 'case-'));
      await writeFile(join(own, 'answer.md'), answer);
      await mkdir(join(own, 'docs'));
      for (const [name, text] of Object.entries(documents)) await writeFile(join(own, 'docs', name), text);
      const run = await exec(command, ['check', 'answer.md', '--sources', 'docs/**', '--format', 'json'], {
        cwd: own,
      }).then(
        (done) => done.stdout,
        (error: { stdout: string }) => error.stdout,
      );
      expect((JSON.parse(run) as { cleanText: string }).cleanText, answer).toBe(clean);
    }
  });

  it('works from each of its entries', async () => {
    const shown: Readonly<Record<string, readonly [use: string, result: string]>> = {
      '.': ['report.verdict', 'partial'],
      './align': ["entry.alignQuote(entry.prepareSource('Tea is hot.'), 'Tea is not hot').status", 'edited'],
      './guard': ["entry.checkCriticalTokens('It takes 40 s', 'It takes 30 s').ok", 'false'],
      './judge': [
        "[entry.readJudgeReply('{\"statements\":[]}', { statements: [] }).length, entry.buildJudgePrompt({ statements: [] }).instructions.includes('supported')].join(' ')",
        '0 true',
      ],
      './html': ["entry.renderProofPage(report).includes('Rent is 900 EUR')", 'true'],
      './documents': ['(await entry.verifyAgainst({ documents, answer })).verdict', 'partial'],
      './formats': [
        "[entry.toSarif(report, file, { version: '1' }).runs[0].results.length, /<testcase/.test(entry.toJunit(report, file, {}))].join(' ')",
        '1 true',
      ],
      './jest': ["Object.keys(extended).sort().join(' ')", 'toBeCited toHaveNoUnsupportedClaims'],
      './matchers': [
        'await entry.assertCited(answer, { documents }).catch((error) => error.code)',
        'ERR_ASSERTION',
      ],
      './receipts': [
        "typeof entry.createReceipt + ' ' + (await entry.verifyReceipt('{}')).ok",
        'function false',
      ],
      './entailment': [
        "(await entry.judgeEntailment(report, { judge: { name: 'own', locality: 'local', judge: async () => 'neutral' } })).counts.neutral",
        '1',
      ],
    };
    const { exports } = JSON.parse(
      await readFile(join(project, 'node_modules/@memora/validator/package.json'), 'utf8'),
    ) as { exports: Record<string, unknown> };
    // The vitest entry is used below, in a vitest suite.
    const elsewhere = ['./package.json', './vitest'];
    expect(Object.keys(exports).sort()).toEqual([...Object.keys(shown), ...elsewhere].sort());
    const uses = Object.entries(shown).map(
      ([path, [use]]) =>
        `{ const entry = await import('@memora/validator${path.slice(1)}'); console.log('${path}', ${use}); }`,
    );
    await writeFile(
      join(project, 'entries.mjs'),
      [
        "import { verifyAgainst } from '@memora/validator';",
        'const extended = {};',
        'globalThis.expect = { extend: (matchers) => Object.assign(extended, matchers) };',
        "const documents = [{ name: 'lease.md', content: 'Rent is 900 EUR a month.' }];",
        "const answer = 'Rent is 900 EUR a month [1]. Rent is 950 EUR a month [1].';",
        "const file = { text: answer, file: 'a.md' };",
        'const report = await verifyAgainst({ documents, answer });',
        ...uses,
      ].join('\n'),
    );
    const { stdout } = await exec(process.execPath, ['entries.mjs'], { cwd: project });
    expect(stdout.trim().split('\n')).toEqual(
      Object.entries(shown).map(([path, [, result]]) => `${path} ${result}`),
    );
  });

  it('has all its names if nothing is downloaded, and all but six if it is', async () => {
    await writeFile(
      join(project, 'names.mjs'),
      "const shown = Object.keys(await import('@memora/validator')).sort();\nconsole.log(shown.join(' '));\n",
    );
    const namesIn = async (...conditions: string[]) => {
      const { stdout } = await exec(process.execPath, [...conditions, 'names.mjs'], { cwd: project });
      return stdout.trim().split(' ');
    };
    const all = await namesIn();
    const { metafile } = await bundle("export * from '@memora/validator';");
    const web = Object.values(metafile.outputs).find(({ entryPoint }) =>
      entryPoint?.endsWith('page.ts'),
    )?.exports;
    expect(all).toEqual(expect.arrayContaining(['alignQuote', 'checkCriticalTokens', 'verifyCitations']));
    expect(all.filter((name) => !web?.includes(name))).toEqual([
      'alignQuote',
      'checkCriticalTokens',
      'createVaultTree',
      'prepareSource',
      'verifyAgainst',
      'verifyAgainstStream',
    ]);
    expect(web?.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('has types that match the code beside them, for a page and for Node', async () => {
    const names = ['alignQuote', 'checkCriticalTokens', 'createVaultTree', 'prepareSource', 'verifyAgainst'];
    const imports = names.map((name) => `import { ${name} } from '@memora/validator';`);
    const used = `export const used = [${names.join(', ')}];\n`;
    const refused = imports.map((line) => `// @ts-expect-error a page does not have it\n${line}`);
    await writeFile(join(project, 'in-node.ts'), [...imports, used].join('\n'));
    await writeFile(join(project, 'in-page.ts'), [...refused, used].join('\n'));
    await writeFile(
      join(project, 'beside.ts'),
      "import { alignQuote } from '@memora/validator/align';\nimport { verifyCitations } from '@memora/validator';\n" +
        "export const status = alignQuote('a', 'a').status;\nexport const report = verifyCitations;\n",
    );
    const check = (resolution: 'bundler' | 'nodenext', ...files: string[]) =>
      exec(
        process.execPath,
        [
          join(root, 'node_modules/typescript/bin/tsc'),
          ...[
            '--noEmit',
            '--strict',
            '--ignoreConfig',
            '--target',
            'es2022',
            '--lib',
            'es2023,dom,dom.asynciterable',
          ],
          ...['--types', '', '--moduleResolution', resolution],
          ...['--module', resolution === 'bundler' ? 'esnext' : 'nodenext', ...files],
        ],
        { cwd: project },
      ).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    expect(await check('bundler', 'in-page.ts', 'beside.ts')).toBe('');
    expect(await check('nodenext', 'in-node.ts', 'beside.ts')).toBe('');
  });

  it('is 9.3 KB at most where a page downloads it, and loads the words of one script for an answer in it', async () => {
    const { outputFiles, metafile } = await bundle("export * from '@memora/validator';");
    const sizes = new Map(
      outputFiles.map(({ path, contents }) => [
        relative(process.cwd(), path),
        gzipSync(contents, { level: 9 }).length / 1024,
      ]),
    );
    /** The download size of the files whose names begin like this, minified and gzipped. */
    const loaded = (...names: string[]): number => {
      const files = new Set<string>();
      const follow = (path: string) => {
        if (files.has(path)) return;
        files.add(path);
        for (const each of metafile.outputs[path]?.imports ?? [])
          if (each.kind !== 'dynamic-import') follow(each.path);
      };
      for (const name of names) {
        const [path, ...others] = [...sizes.keys()].filter((each) => basename(each).startsWith(name));
        if (path === undefined || others.length > 0) throw new Error(`not one file ${name}`);
        follow(path);
      }
      return [...files].reduce((sum, path) => sum + (sizes.get(path) as number), 0);
    };
    const judged = ['page.js', 'verification-ends-', 'statement-holder-', 'clean-text-'];
    const entry = loaded('page.js');
    const latin = loaded(...judged);
    const others = ['cyrillic', 'arabic', 'devanagari', 'east-asian'].map(
      (script) => [script, loaded(...judged, `${script}-`)] as const,
    );
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(
      [
        `main entry ${entry.toFixed(1)} KB minified and gzipped`,
        `with all that judges an answer in Latin letters ${latin.toFixed(1)}`,
        ...others.map(([script, size]) => `an answer in ${script} letters ${size.toFixed(1)}`),
        `everything that it can load ${all.toFixed(1)}`,
      ].join(', '),
    );
    expect(entry).toBeGreaterThan(5);
    // Each bound is four tenths above the measured value, because versions of zlib compress slightly differently.
    expect(entry).toBeLessThanOrEqual(9.3);
    expect(latin).toBeLessThanOrEqual(74.1);
    for (const [, size] of others) expect(size).toBeLessThanOrEqual(75.5);
    expect(all).toBeLessThanOrEqual(89.5);
  });

  it('works in a browser, from a bundled page in pieces and in one file', async () => {
    const snippet = snippetWith('report.verdict); // prints partial');
    const shown = `const shown = [];\nconst console = { log: (...values) => shown.push(values.join(' ')) };\n`;
    const [imports = ''] = /^import .*\n/mu.exec(snippet) ?? [];
    const page = `// @ts-nocheck\n${imports}${shown}${snippet.replace(imports, '')}\ndocument.body.textContent = shown.join('\\n');\n`;
    for (const splitting of [true, false]) {
      const { outputFiles } = await bundle(page, splitting);
      const files = new Map(
        outputFiles.map(({ path, contents }) => [`/${basename(path)}`, Buffer.from(contents)]),
      );
      expect(files.size > 1).toBe(splitting);
      const { text, asked } = await showPage(files);
      expect(text).toContain(promised(snippet));
      // The answer quotes nothing, has no receipt, comes from no SDK, and is all in Latin letters. No other code was requested.
      expect(asked.filter((url) => /statement-holder/.test(url))).toHaveLength(splitting ? 1 : 0);
      expect(
        asked.filter((url) => /receipt|provider-answer|cyrillic|arabic|devanagari|east-asian/.test(url)),
      ).toEqual([]);
    }
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
