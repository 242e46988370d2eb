import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { compareFigures, lowerOf } from './check-freeze.ts';
import { measureSource } from './measure/measure-source.ts';
import { measureHouse } from './measure-house.ts';

it('counts tokens, whatever is in literals and comments and on however many lines', () => {
  const tokens = (text: string) => measureSource('a.ts', text).tokens;
  expect(tokens('const a = 1;')).toBe(5);
  expect(tokens('const a =\n  // why\n  1; /* one */')).toBe(5);
  expect(tokens("const a = 'one two three';")).toBe(5);
  expect(tokens('const a = /one|two three/u;')).toBe(5);
  expect(tokens('const a = `one \u0024{b} two`;')).toBe(tokens('const a = `1\u0024{b}2`;'));
  expect(tokens('a ??= b >= c && d?.e')).toBe(9);
});

it('counts regular expressions, including those made from a string', () => {
  expect(measureSource('a.ts', "a.test(/b/); new RegExp('c'); RegExp(d); e / f / g;").expressions).toBe(3);
});

it('counts statements prepared from a string', () => {
  const text =
    "db.prepare<[], Row>('SELECT 1').all(); prepareOnce(db, BY_ID); prepareQuery(db, 'byId'); prepare();";
  expect(measureSource('a.ts', text).statements).toBe(2);
  const run =
    "db.exec('DELETE FROM a'); db.exec('VACUUM'); RULE.exec(text); loaded.prepare(); loaded.prepare(a, b);";
  expect(measureSource('a.ts', run)).toMatchObject({ statements: 0, executed: 1 });
  expect(measureSource('a.ts', 'sql`a`; sql.lit(1); html`b`').templates).toBe(1);
  const texts =
    "const A = 'SELECT 1'; db.rows(`\n  WITH a AS (\u0024{b}) SELECT 2`); say('With it'); say('UPDATED'); c('CREATE x');";
  expect(measureSource('a.ts', texts).texts).toBe(2);
});

it('counts exported names, and no re-exports', () => {
  const text =
    "export const a = 1, b = 2;\nexport function c() {}\nexport { d } from './d.ts';\nconst e = 1;\nexport { e };";
  expect(measureSource('a.ts', text).exported).toBe(4);
});

it.each([
  ["const a = 'über alles';", true],
  ["const a = 'нет';", true],
  ['const a = /\\b(?:is|was|are|were)\\b/;', true],
  ["const a = '5 µ × 3 ☃';", false],
  ['// нет\nconst a = /[.!?]|\\d+/;', false],
  ["const a = 'a plain sentence of a message';", false],
])('sees words of a language in literals: %s', (text, holds) => {
  expect(measureSource('a.ts', text).holdsWords).toBe(holds);
});

it('sums up a repository by product, tests and benches', () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-measure-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('packages/validator/src/drift/a.ts', 'export const a = /b/;\nexport const c = 1;\n');
  write('packages/language/src/b.ts', "export const b = 'нет';\n");
  write('packages/core/src/c.ts', "export const c = 'нет';\n");
  write('packages/core/src/c.test.ts', '/нет/;\n');
  write('packages/core/src/testing-fixtures/d.ts', '/b/;\n');
  write('packages/core/dist/c.js', '/b/;\n');
  write('packages/postgres/src/e.ts', "db.rows('SELECT 1');\n");
  write('packages/postgres/src/e.test.ts', "db.rows('SELECT 1');\n");
  write('bench/e.ts', 'e();\n');
  const figures = measureHouse(root);
  rmSync(root, { recursive: true, force: true });
  expect(figures).toMatchObject({
    product: { files: 4, lines: 5 },
    tests: { files: 3, lines: 3 },
    benches: { files: 1, lines: 1 },
    exported: 4,
    expressions: 1,
    filesWithWords: 1,
    linesToGo: 2,
    statementsOfPostgres: 1,
  });
});

it('keeps what fell, says what rose', () => {
  const kept = {
    expressions: 10,
    filesWithWords: 5,
    linesToGo: 100,
    statements: 20,
    templates: 6,
    statementsOfPostgres: 9,
  };
  const now = {
    expressions: 11,
    filesWithWords: 4,
    linesToGo: 100,
    statements: 19,
    templates: 6,
    statementsOfPostgres: 8,
  };
  expect(compareFigures(kept, now)).toEqual({
    rose: ['expressions'],
    lines: [
      'regular expressions: 11 (+1 since the last landing)',
      'files that hold words of a language: 4 (-1 since the last landing)',
      'lines of language rules to go: 100 (0 since the last landing)',
      'statements prepared from a text: 19 (-1 since the last landing)',
      'templates of SQL: 6 (0 since the last landing)',
      'statements for PostgreSQL: 8 (-1 since the last landing)',
    ],
  });
  expect(lowerOf(kept, now)).toEqual({
    expressions: 10,
    filesWithWords: 4,
    linesToGo: 100,
    statements: 19,
    templates: 6,
    statementsOfPostgres: 8,
  });
});
