/**
 * A page loads the words of a script with the first text that has a letter of it. The results must not depend on
 * that: a page that starts with only Latin words and a page with every script from the start give the same reports.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'packages/validator/src/testing-fixtures');
let folder = '';

interface Page {
  readonly verifyCitations: typeof import('@memora/validator').verifyCitations;
  readonly createClaimId: (of: object) => string;
  readonly fingerprint: (bytes: Uint8Array) => string;
  readonly addScript: (words: unknown) => void;
  readonly countScripts: () => number;
  readonly EVERY_SCRIPT: readonly unknown[];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memora-scripts-'));
  const source = (path: string) => JSON.stringify(join(root, 'packages', path));
  await build({
    stdin: {
      contents:
        `export * from ${source('validator/src/web.ts')};\n` +
        `export { createClaimId, fingerprint } from ${source('core/src/index.ts')};\n` +
        `export { addScript, countScripts } from ${source('language/src/scripts/script-words.ts')};\n` +
        `export { EVERY_SCRIPT } from ${source('language/src/every-script.ts')};\n`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    // Resolves packages like a bundler for pages, but from source, so that no build is needed.
    platform: 'browser',
    conditions: ['memora-source'],
    outfile: join(folder, 'page.mjs'),
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

let pages = 0;

/** A page that has just been opened. */
async function openPage(): Promise<Page> {
  return (await import(`${pathToFileURL(join(folder, 'page.mjs')).href}?page=${pages++}`)) as Page;
}

async function openFullPage(): Promise<Page> {
  const page = await openPage();
  for (const words of page.EVERY_SCRIPT) page.addScript(words);
  return page;
}

interface Cited {
  readonly statement: string;
  readonly evidence: string;
  readonly title?: string;
}

const encoder = new TextEncoder();

/** The strict report on a statement that cites its evidence. */
async function judge(
  { createClaimId, fingerprint, verifyCitations }: Page,
  { statement, evidence, title }: Cited,
): Promise<string> {
  const bytes = encoder.encode(evidence);
  const id = createClaimId({
    noteId: 'a.md',
    subject: '',
    predicate: '',
    object: null,
    spanBytes: bytes,
    occurrence: 0,
  });
  const claim = {
    id,
    notePath: 'a.md',
    span: { start: 0, end: bytes.length },
    fingerprint: fingerprint(bytes),
    noteTitle: title ?? null,
  };
  const report = await verifyCitations(`${statement} [[claim:${id}]]`, {
    claims: async () => new Map([[id, claim]]),
    sources: async () => bytes,
    guard: 'strict',
  });
  return JSON.stringify(report);
}

async function readPairs(): Promise<(Cited & { readonly language: string })[]> {
  const lines = async (file: string) =>
    (await readFile(join(fixtures, file), 'utf8')).split('\n').filter((line) => line.includes('|'));
  return [
    ...(await lines('lies.txt')).map((line) => {
      const [language = '', , evidence = '', statement = ''] = line.split('|');
      return { language, evidence, statement };
    }),
    ...(await lines('truths.txt')).map((line) => {
      const [language = '', evidence = '', statement = ''] = line.split('|');
      return { language, evidence, statement };
    }),
  ];
}

describe('words that a page loads by script', () => {
  it('give the same report as all words, for every labelled pair of every language', async () => {
    const pairs = everyNth(await readPairs(), 7);
    const languages = [...new Set(pairs.map(({ language }) => language))];
    expect(languages.length).toBeGreaterThan(10);
    const full = await openFullPage();
    for (const language of languages) {
      const page = await openPage();
      for (const pair of pairs) {
        if (pair.language !== language) continue;
        expect(await judge(page, pair), `${language}: ${pair.statement}`).toBe(await judge(full, pair));
      }
    }
  });

  it('give the same report for every answer that tries to keep what no note says', async () => {
    const full = await openFullPage();
    for (const file of await readdir(join(fixtures, 'hostile'))) {
      const page = await openPage();
      const [head = '', ...cases] = (await readFile(join(fixtures, 'hostile', file), 'utf8')).split('\n\n');
      const evidence = [...head.matchAll(/^\[[A-Z]\] (.+)$/gmu)].map(([, text]) => text).join(' ');
      for (const lines of everyNth(cases, 7)) {
        const [, answer = ''] = lines.trim().split('\n');
        const statement = answer.replaceAll(/ ?\[[A-Z]\]/gu, '').replaceAll('\\n', '\n');
        const pair = { statement, evidence };
        expect(await judge(page, pair), `${file}: ${statement}`).toBe(await judge(full, pair));
      }
    }
  });

  it('give the same report on a page opened for a single text, whatever scripts, signs and entities it mixes', async () => {
    const pairs = await readPairs();
    const full = await openFullPage();
    const words = [...new Set(pairs.flatMap(({ statement }) => statement.split(/(?<=\s)|(?=[一-鿿])/u)))];
    const entity = (text: string) =>
      text.replace(/[^\0-\x7f]/u, (character) => `&#x${character.codePointAt(0)?.toString(16)};`);
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(...words),
          fc.constantFrom(...words).map(entity),
          fc.constantFrom('ｶﾞ', '㍍', '㊊', 'ﷲ', 'ﻻ', '\u1100\u1161', 'μ', '１２', 'é', ' ', '. ', '「', '؟'),
        ),
        { maxLength: 9 },
      )
      .map((parts) => parts.join('').trim());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pairs),
        text,
        text,
        fc.boolean(),
        async (pair, more, title, swap) => {
          const [evidence, statement] = swap
            ? [pair.statement, `${pair.evidence} ${more}`]
            : [`${pair.evidence} ${more}`, pair.statement];
          const cited = { evidence, statement, title };
          expect(await judge(await openPage(), cited)).toBe(await judge(full, cited));
        },
      ),
      { numRuns: 24 },
    );
  });

  it('are all loaded in the entries with synchronous functions', async () => {
    const outfile = join(folder, 'entries.mjs');
    const entry = (name: string) => JSON.stringify(join(root, `packages/validator/src/${name}.ts`));
    const contents = ['guard', 'align'].map((name) => `export * from ${entry(name)};`).join('\n');
    await build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['memora-source'],
      outfile,
    });
    const { checkCriticalTokens, alignQuote } = (await import(
      pathToFileURL(outfile).href
    )) as typeof import('@memora/validator/guard') & typeof import('@memora/validator/align');
    expect(checkCriticalTokens('Там двадцать литров.', 'Там тридцать литров.').ok).toBe(false);
    expect(checkCriticalTokens('費用は三千円です。', '費用は四千円です。').ok).toBe(false);
    expect(alignQuote('Насос никогда не работает.', 'работает').status).toBe('identical');
  });

  it.each([
    ['The rent is 900 EUR a month.', 'Rent is 900 EUR in March.', '', 1],
    ['Аренда стоит 900 евро.', 'Аренда стоит 900 евро в марте.', '', 2],
    ['The rent is 900 EUR a month.', 'Rent is 900 EUR.', 'Аренда', 2],
    ['The rent is 900 &#x0434; a month.', 'Rent is 900 EUR.', '', 5],
    ['家賃は900ユーロです。', 'The rent is 900 EUR, يقول Omar.', '', 3],
  ])('are loaded only for their script: %s', async (statement, evidence, title, scripts) => {
    const page = await openPage();
    expect(page.countScripts()).toBe(1);
    await judge(page, { statement, evidence, title });
    expect(page.countScripts()).toBe(scripts);
  });
});
