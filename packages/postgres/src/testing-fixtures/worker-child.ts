/** A worker that is killed at its n-th statement, or runs to the end: `worker-child.ts URL SCOPE FOLDER N`. Prints its report. */
import { loadBlake3 } from '@memora/claims/internal';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { workOnScope } from '../publish/scope-worker.ts';

const [url = '', scope, folder = '', dies] = process.argv.slice(2);
const pool = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }));
let left = Number(dies);

function counted<Result>(work: () => Promise<Result>): Promise<Result> {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL');
  return work();
}

const source: ConnectionSource = {
  ...pool,
  withConnection: (work) =>
    pool.withConnection(({ query, rows, run }) =>
      work({
        query: ((sql, values) => counted(() => query(sql, values))) as Connection['query'],
        rows: ((sql, values) => counted(() => rows(sql, values))) as Connection['rows'],
        run: (sql) => counted(() => run(sql)),
      }),
    ),
};
const report = await workOnScope({
  source,
  scope: Number(scope),
  folder,
  database: 'soak',
  hash: await loadBlake3(),
  codec: undefined,
  lasting: 300,
  wait: 60_000,
}).finally(pool.close);
process.stdout.write(JSON.stringify(report));
