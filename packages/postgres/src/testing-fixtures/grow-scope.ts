import type { TestServer } from '@memora/testing-fixtures/start-postgres';

/** The key columns of each table that a question reads. Each copy gets its own. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  note: ['key'],
  claim: ['key', 'note'],
  lexical_passages: ['key', 'note'],
  lexical_claims: ['key', 'passage'],
  lexical_fts_content: ['id'],
  lexical_posting: ['passage'],
};

/** Multiplies a scope: copies its claims under new keys and ids, in new notes. Publishing a million claims takes an hour, this a few minutes. */
export function growScope(server: TestServer, database: string, scope: number, times: number): void {
  const ask = (sql: string) => server.psql(sql, database);
  const shift =
    1 +
    Number(
      ask(
        'SELECT greatest((SELECT max(key) FROM memora.claim), (SELECT max(key) FROM memora.lexical_passages))',
      ),
    );
  // An index built at the end is written in order.
  ask('ALTER TABLE memora.lexical_posting DROP CONSTRAINT lexical_posting_pkey');
  for (const [table, keys] of Object.entries(KEYS)) {
    const columns = ask(
      `SELECT string_agg(quote_ident(attname), ',') FROM pg_attribute
       WHERE attrelid = 'memora.${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    ).split(',');
    const values = columns.map((name) => {
      if (keys.includes(name)) return `t.${name} + g.i * ${shift}::bigint`;
      if (table === 'claim' && name === 'id') return `'c' || g.i || substr(t.id, 1 + length('c' || g.i))`;
      return table === 'note' && name === 'path' ? `g.i || '/' || t.path` : `t.${name}`;
    });
    ask(
      `INSERT INTO memora.${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
       FROM memora.${table} AS t, generate_series(1, ${times - 1}) AS g (i) WHERE t.scope = ${scope}`,
    );
  }
  ask(
    `SET maintenance_work_mem = '512MB';
     ALTER TABLE memora.lexical_posting ADD CONSTRAINT lexical_posting_pkey PRIMARY KEY (scope, term, passage) INCLUDE (frequency, length);
     UPDATE memora.lexical_terms SET documents = documents * ${times} WHERE scope = ${scope};
     UPDATE memora.lexical_totals SET value = value * ${times} WHERE scope = ${scope}`,
  );
  ask('VACUUM ANALYZE');
}
