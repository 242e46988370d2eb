import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { PUBLISHED_NAMES } from '../schema/policies.ts';
import { WORKSPACE } from './setup-team.ts';

/** Copies every published row of a scope into the own scopes of this many additional members, each published once. */
export function hideCopies(server: TestServer, database: string, scope: number, copies: number): void {
  const owner = `holder of ${scope}`;
  server.psql(
    `INSERT INTO memora.member (workspace, principal, role)
       SELECT id, '${owner} ' || i, 'writer' FROM memora.workspace, generate_series(1, ${copies}) AS i WHERE name = '${WORKSPACE}';
     INSERT INTO memora.scope (workspace, kind, owner, epoch)
       SELECT id, 'user', '${owner} ' || i, 1 FROM memora.workspace, generate_series(1, ${copies}) AS i WHERE name = '${WORKSPACE}'`,
    database,
  );
  for (const table of PUBLISHED_NAMES) {
    const columns = server.psql(
      `SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
       WHERE attrelid = to_regclass('memora.${table}') AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'scope'`,
      database,
    );
    if (columns === '') continue;
    const values = columns.split(', ').map((name) => `t.${name}`);
    server.psql(
      `INSERT INTO memora.${table} (scope, ${columns}) SELECT s.id, ${values.join(', ')} FROM memora.scope AS s, memora.${table} AS t
       WHERE t.scope = ${scope} AND s.owner LIKE '${owner} %'`,
      database,
    );
  }
  server.psql('VACUUM ANALYZE', database);
}
