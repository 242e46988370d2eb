import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Connection } from '../connect/connection.ts';
import { functionsOf } from '../schema/functions.ts';
import { createAsking } from './create-asking.ts';
import { COUNTS, TOTALS } from './lexical-statements.ts';

it('are what was published, schema by schema: a database that has another text is refused', () => {
  const digests = [8, 9, 10, 11].map((schema) => {
    const hash = createHash('sha256');
    for (const { name, signature, body } of functionsOf(schema)) hash.update(`${name}(${signature})${body}`);
    return [schema, hash.digest('hex').slice(0, 16)];
  });
  // Another digest of a published schema: leave its functions as they are, and write the change as functions of the next schema.
  expect(digests).toEqual([
    [8, '2c9e92fd76acaeb9'],
    [9, '88c7960694079c12'],
    [10, '66a2ead28071bfa5'],
    [11, '66a2ead28071bfa5'],
  ]);
});

it('are asked at once where they are asked for at once, in order with whatever else is sent', async () => {
  const sent: string[] = [];
  const keep = (sql: string) => {
    sent.push(sql);
    return Promise.resolve([[[1], [2]]]) as never;
  };
  const db: Connection = { run: keep as never, query: keep, rows: keep };
  const asking = createAsking(db, true);
  const found = Promise.all([asking.ask(TOTALS, []), asking.ask(COUNTS, [['a']])]);
  await asking.run('SAVEPOINT a');
  expect(await found).toEqual([[1], [2]]);
  expect(sent).toEqual(['SELECT memora.ask_totals(), memora.ask_counts($1)', 'SAVEPOINT a']);
  await createAsking(db, false).ask(TOTALS, []);
  expect(sent.at(-1)).toBe(TOTALS.sql);
});
