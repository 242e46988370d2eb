/**
 * `node packages/claims/scripts/query-builder-cost.ts`: what a query costs that Kysely builds for each call, beside the same
 * query as prepared SQL, over one row of a table in memory. CPU time of one process, both in one run.
 */
import Database from 'better-sqlite3';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

interface Tables {
  readonly claim: {
    readonly key: number;
    readonly id: string;
    readonly note: number;
    readonly recorded_until: number | null;
  };
}

const CALLS = 20_000;
const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const db = new Database(':memory:');
db.exec('CREATE TABLE claim (key INTEGER PRIMARY KEY, id TEXT UNIQUE, note INTEGER, recorded_until INTEGER)');
db.prepare('INSERT INTO claim VALUES (1, ?, 1, NULL)').run('a');

const build = (id: string) =>
  queries
    .selectFrom('claim')
    .select(['key', 'note'])
    .where('id', '=', id)
    .where('recorded_until', 'is', null)
    .compile();
const prepared = db.prepare('SELECT key, note FROM claim WHERE id = ? AND recorded_until IS NULL');
const compiledOnce = db.prepare(build('a').sql);

const ways: Readonly<Record<string, () => unknown>> = {
  'prepared SQL': () => prepared.all('a'),
  'built by Kysely once, prepared once': () => compiledOnce.all('a'),
  'prepared for each call': () =>
    db.prepare('SELECT key, note FROM claim WHERE id = ? AND recorded_until IS NULL').all('a'),
  'built by Kysely for each call': () => {
    const { sql, parameters } = build('a');
    return db.prepare(sql).all(...parameters);
  },
};
for (const [name, call] of Object.entries(ways)) {
  for (let i = 0; i < CALLS / 10; i++) call();
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) call();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name}: ${((user + system) / CALLS).toFixed(1)} µs of CPU time a call`);
}
