import type { TestServer } from '@memora/testing-fixtures/start-postgres';

/** The key columns of each table that grows with the claims. Each copy gets its own. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  note: ['key'],
  alias: ['note'],
  claim: ['key', 'note', 'duplicate_of', 'predecessor'],
  lapse: ['claim'],
  past_validity: ['claim'],
  edge: ['source', 'target'],
  stated_edge: ['claim', 'source', 'target'],
  reference: ['claim'],
  slot: ['claim'],
  slot_key: ['claim'],
  changelog: ['sequence', 'claim', 'related'],
  lexical_passages: ['key', 'note'],
  lexical_claims: ['key', 'passage'],
  lexical_fts_content: ['id'],
  lexical_posting: ['passage'],
};

/** Free keys between two copies, for rows that a worker publishes later. */
const ROOM = 100_000;

/**
 * Multiplies a scope: copies its claims under new keys and ids, in new notes. Publishing a million claims takes an hour, this a few minutes. The indexes are
 * dropped meanwhile, because an index that is built at the end is written in order.
 */
export async function growScope(
  server: TestServer,
  database: string,
  scope: number,
  times: number,
): Promise<void> {
  const ask = (sql: string) => server.alter(sql, database);
  const list = async (sql: string) => (await ask(sql)).split('\n').filter((line) => line !== '');
  const shift =
    ROOM +
    Number(
      await ask(
        `SELECT greatest((SELECT max(key) FROM memora.claim), (SELECT max(key) FROM memora.lexical_passages),
           (SELECT max(sequence) FROM memora.changelog))`,
      ),
    );
  for (const [table, keys] of Object.entries(KEYS)) {
    const ofTable = `'memora.${table}'::regclass`;
    const columns = await list(
      `SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = ${ofTable} AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const values = columns.map((name) => {
      if (keys.includes(name)) return `t.${name} + t.copy * ${shift}::bigint`;
      if (table === 'claim' && name === 'id') return `'c' || lpad(t.copy::text, 4, '0') || substr(t.id, 6)`;
      return table === 'note' && name === 'path' ? `t.copy || '/' || t.path` : `t.${name}`;
    });
    const constraints = await list(
      `SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = ${ofTable} AND contype IN ('p', 'u')`,
    );
    const indexes = await list(
      `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = ${ofTable}
         AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid)`,
    );
    const drop = [
      ...indexes.map((definition) => `DROP INDEX memora.${definition.split(' INDEX ')[1]?.split(' ')[0]}`),
      ...constraints.map((each) => `ALTER TABLE memora.${table} DROP CONSTRAINT ${each.split(' ')[0]}`),
    ];
    const make = [
      ...constraints.map((each) => `ALTER TABLE memora.${table} ADD CONSTRAINT ${each}`),
      ...indexes,
    ];
    await ask(
      [
        ...drop,
        `CREATE TEMP TABLE base AS SELECT * FROM memora.${table} WHERE scope = ${scope}`,
        // Copy by copy, so that the rows of a copy are near each other.
        `INSERT INTO memora.${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
         FROM generate_series(1, ${times - 1}) AS g (i), LATERAL (SELECT *, g.i AS copy FROM base OFFSET 0) AS t`,
        "SET maintenance_work_mem = '1GB'",
        ...make,
      ].join(';\n'),
    );
  }
  await ask(
    `UPDATE memora.lexical_terms SET documents = documents * ${times} WHERE scope = ${scope};
     UPDATE memora.lexical_totals SET value = value * ${times} WHERE scope = ${scope}`,
  );
}

/**
 * Gives a team this many people, each with their own scope. Each note of a scope gets a head and three
 * versions, and the workspace gets a hundred audit entries per person.
 */
export async function growTeam(
  server: TestServer,
  database: string,
  scope: number,
  people: number,
): Promise<void> {
  await server.alter(
    `SET session_replication_role = replica;
     INSERT INTO memora.member (workspace, principal, role) SELECT workspace, 'person' || i, 'writer' FROM memora.scope, generate_series(1, ${people}) AS g (i) WHERE id = ${scope};
     INSERT INTO memora.scope (workspace, kind, owner, epoch, notes_at)
       SELECT workspace, 'user', 'person' || i, 1, pg_current_xact_id() FROM memora.scope, generate_series(1, ${people}) AS g (i) WHERE id = ${scope};
     -- A worker has seen them long ago.
     INSERT INTO memora.head (scope, path, version, hash, changed) SELECT scope, path, 3, hash, '3' FROM memora.note WHERE scope = ${scope} ON CONFLICT DO NOTHING;
     INSERT INTO memora.version (scope, path, version, hash, author, via, at)
       SELECT h.scope, h.path, g.i, h.hash, 'person' || (1 + abs(hashtext(h.path)) % ${people}), 'push', now() - (3 - g.i) * interval '1 day'
       FROM memora.head h, generate_series(1, 3) AS g (i) WHERE h.scope = ${scope} ON CONFLICT DO NOTHING;
     INSERT INTO memora.audit (at, workspace, principal, act, detail)
       SELECT now() - (1 + g.i % 90) * interval '1 day' + g.i * interval '1 second' / 100, s.workspace, 'person' || (1 + g.i % ${people}), 'memora_query', '{"outcome":"ok"}'
       FROM memora.scope s, generate_series(1, ${people} * 100) AS g (i) WHERE s.id = ${scope};
     UPDATE memora.scope SET notes_at = pg_current_xact_id(), published_at = now() WHERE id = ${scope}`,
    database,
  );
}
