import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { refusalOfSql, SQL_LEFT, SQL_PORTS, TEMPLATE_PORTS } from './sql-ports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const PREPARES = "db.prepare('SELECT 1').get();";

it('refuses SQL from a text outside the ports', () => {
  expect(refusalOfSql('packages/core/src/a.ts', PREPARES)).toContain('has 1 statements');
  expect(refusalOfSql('packages/core/src/a.ts', "db.exec('DELETE FROM a');")).toContain(
    'write a typed query',
  );
  expect(refusalOfSql('packages/core/src/a.ts', "prepareQuery(db, 'one'); RULE.exec(text);")).toBeNull();
  for (const port of Object.keys(SQL_PORTS)) expect(refusalOfSql(port, PREPARES)).toBeNull();
  expect(refusalOfSql('packages/claims/src/store/open/a.ts', PREPARES)).toBeNull();
  expect(refusalOfSql('packages/claims/src/store/opened.ts', PREPARES)).not.toBeNull();
});

it('refuses a file with more statements than its limit, and one whose limit is out of date', () => {
  const [[path, left] = ['', 0]] = Object.entries(SQL_LEFT);
  expect(refusalOfSql(path, PREPARES.repeat(left))).toBeNull();
  expect(refusalOfSql(path, PREPARES.repeat(left + 1))).toContain('write a typed query');
  expect(refusalOfSql(path, '// prepare nothing')).toContain('lower the number');
});

it('refuses templates of SQL anywhere but in one file', () => {
  const text = 'const now = sql`now()`;';
  expect(refusalOfSql('packages/claims/src/store/queries/lists/a.ts', text)).toContain('1 templates');
  for (const port of TEMPLATE_PORTS) expect(refusalOfSql(port, text)).toBeNull();
});

it('names places that exist, each under its name in the architecture', () => {
  const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  for (const [place, name] of Object.entries(SQL_PORTS)) {
    expect(existsSync(join(root, place)), place).toBe(true);
    expect(architecture).toContain(`| ${name} | \`${place}\` |`);
  }
});
