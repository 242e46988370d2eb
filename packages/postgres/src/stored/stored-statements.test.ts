import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Connection } from '../connect/connection.ts';
import { functionsOf } from '../schema/functions.ts';
import { TEAM_SCHEMA } from '../schema/migrate.ts';
import { createAsking } from './create-asking.ts';
import { COUNTS, TOTALS } from './lexical-statements.ts';

it('are what was published, schema by schema: a database that has another text is refused', () => {
  const digests = Array.from({ length: TEAM_SCHEMA }, (_, i) => {
    const hash = createHash('sha256');
    for (const { name, signature, body } of functionsOf(i + 1)) hash.update(`${name}(${signature})${body}`);
    return [i + 1, hash.digest('hex').slice(0, 16)];
  });
  // The digest of a published schema has changed. Leave its functions unchanged, and write the change as
  // functions of the next schema. Until the first release is published, write the new digest here.
  expect(digests).toEqual([[1, 'fe75f50defa599fa']]);
});

it('are asked at once where they are asked for at once, in order with whatever else is sent', async () => {
  const sent: string[] = [];
  const keep = (sql: string) => {
    sent.push(sql);
    return Promise.resolve([[[1], [2]]]) as never;
  };
  const db: Connection = { run: keep as never, query: keep, rows: keep };
  const asking = createAsking(db);
  const found = Promise.all([asking.ask(TOTALS, []), asking.ask(COUNTS, [['a']])]);
  await asking.run('SAVEPOINT a');
  expect(await found).toEqual([[1], [2]]);
  expect(sent).toEqual(['SELECT memora.ask_totals(), memora.ask_counts($1)', 'SAVEPOINT a']);
});
