import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { typeOf } from '../publish/value-codec.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { openClient } from '../testing-fixtures/open-client.ts';
import { setupTeam, type TestTeam } from '../testing-fixtures/setup-team.ts';
import { checkDatabase } from './check-database.ts';
import { MIGRATIONS, migrateTeam, readSchema, TEAM_SCHEMA } from './migrate.ts';
import { TEAM_TABLES } from './policies.ts';

/** The allowed changes of the next migration: a column, an index, a value for existing rows. */
const NEXT = [
  ...MIGRATIONS,
  {
    change: 'ALTER TABLE memora.claim ADD COLUMN mood text COLLATE "C"',
    indexes: [
      {
        name: 'claim_by_mood',
        statement:
          'CREATE INDEX CONCURRENTLY claim_by_mood ON memora.claim (scope, mood) WHERE mood IS NOT NULL',
      },
    ],
    backfill:
      "UPDATE memora.claim SET mood = 'calm' WHERE ctid IN (SELECT ctid FROM memora.claim WHERE mood IS NULL LIMIT 2)",
  },
];

/** Three claims, so that two concurrent ones are not all. */
const TEXT = 'The hall has 3 doors.\n\nThe gate has 2 wings.\n\nThe pump has 4 valves.\n';

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `the migration after this version${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: TestTeam;
    let reader: ReturnType<typeof createClaimReader>;
    const schema = () => team.owner.withConnection(readSchema);

    beforeAll(async () => {
      server = await startServer();
      team = await setupTeam(server);
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      await pushFolder({ ...ben, root: team.folder({ 'a.md': TEXT }) });
      await workOnScope({ ...ben, scope, folder: team.folder() });
      reader = createClaimReader({ ...ben, scope });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    it('has the tables that are described, with the scope before every key', async () => {
      const made = await team.owner.withConnection((db) =>
        db.query<{ name: string; columns: string; key: string }>(
          `SELECT c.relname AS name,
             string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN '' ELSE '?' END, ', ' ORDER BY a.attnum)
               FILTER (WHERE a.attgenerated = '' AND format_type(a.atttypid, a.atttypmod) <> 'vector') AS columns,
             (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p') AS key
           FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
           WHERE c.relnamespace = 'memora'::regnamespace AND c.relkind = 'r' GROUP BY c.oid, c.relname ORDER BY c.relname COLLATE "C"`,
        ),
      );
      const described = TEAM_TABLES.map(({ name, key, columns }) => ({
        name,
        columns: [
          'scope integer',
          ...columns.map((each) => `${each.name} ${typeOf(each)}${each.nullable ? '?' : ''}`),
        ].join(', '),
        key: `PRIMARY KEY (${['scope', ...key].join(', ')})`,
      }));
      expect(made.filter(({ name }) => TEAM_TABLES.some((table) => table.name === name))).toEqual(
        described.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      );
    });

    it('leaves a database as it was where it fails half way', async () => {
      const failing = [
        ...MIGRATIONS,
        { change: 'ALTER TABLE memora.claim ADD COLUMN mood text; SELECT none FROM memora.none' },
      ];
      await expect(migrateTeam(team.owner, { migrations: failing })).rejects.toThrow();
      expect(await schema()).toBe(TEAM_SCHEMA);
      expect(await checkDatabase(team.source)).toBe(TEAM_SCHEMA);
    });

    it('waits for a transaction that stands open, while everybody else asks on', async () => {
      const claims = server.psql('SELECT count(*) FROM memora.claim', team.database);
      await using open = await openClient(server, team.database);
      await open.query(
        'BEGIN; SELECT count(*) FROM memora.claim, memora.head, memora.scope, memora.note LIMIT 1',
      );
      // The other changes nothing, and no table is locked.
      expect(await migrateTeam(team.owner, { repair: true })).toBe(TEAM_SCHEMA);
      let isDone = false;
      const migrating = migrateTeam(team.owner, { migrations: NEXT }).then((number) => {
        isDone = true;
        return number;
      });
      await expect
        .poll(
          () =>
            server.alter(
              "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'",
              team.database,
            ),
          { interval: 20, timeout: 30_000 },
        )
        .toBe('1');
      // Other questions and writes are answered while it waits, and it is not finished yet.
      for (let i = 0; i < 3; i++) {
        expect(String(await reader.countClaims())).toBe(claims);
        await pushFolder({ ...team.as('ben'), root: team.folder({ [`b${i}.md`]: `# ${i}\n` }) });
      }
      expect(isDone).toBe(false);
      await open.query('COMMIT');
      expect(await migrating).toBe(TEAM_SCHEMA + 1);
      expect(await reader.countClaims()).toBe(Number(claims));
    }, 120_000);

    it('goes on with an index that was stopped half way, and with rows that have no value yet', async () => {
      server.psql(
        "UPDATE memora.claim SET mood = NULL; UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memora.claim_by_mood'::regclass",
        team.database,
      );
      expect(await migrateTeam(team.owner, { migrations: NEXT })).toBe(TEAM_SCHEMA + 1);
      expect(
        server.psql(
          "SELECT indisvalid FROM pg_index WHERE indexrelid = 'memora.claim_by_mood'::regclass",
          team.database,
        ),
      ).toBe('t');
      expect(server.psql('SELECT count(*) FROM memora.claim WHERE mood IS NULL', team.database)).toBe('0');
    });

    it('says what ended the connection that made an index', async () => {
      server.psql('DROP INDEX memora.claim_by_mood', team.database);
      await using open = await openClient(server, team.database);
      await open.query('BEGIN; UPDATE memora.claim SET mood = mood');
      const making = `FROM pg_stat_activity WHERE datname = '${team.database}' AND starts_with(query, 'CREATE INDEX CONCURRENTLY claim_by_mood')`;
      const refused = expect(migrateTeam(team.owner, { migrations: NEXT })).rejects.toMatchObject({
        code: 'TEAM_UNREACHABLE',
        message: 'the server ended the connection',
      });
      await expect
        .poll(() => server.alter(`SELECT count(*) ${making} AND wait_event_type = 'Lock'`), {
          ...{ interval: 20, timeout: 30_000 },
        })
        .toBe('1');
      await server.alter(`SELECT pg_terminate_backend(pid) ${making}`);
      await refused;
      await open.query('ROLLBACK');
    });

    it('makes an index by one of two at a time, however long that takes', async () => {
      server.psql('DROP INDEX memora.claim_by_mood', team.database);
      await using open = await openClient(server, team.database);
      // The index exists but is not valid until this transaction has ended.
      await open.query('BEGIN; UPDATE memora.claim SET mood = mood');
      const next = { migrations: NEXT };
      const first = migrateTeam(team.owner, next);
      await expect
        .poll(
          () =>
            server.alter(
              "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('memora.claim_by_mood') AND NOT indisvalid",
              team.database,
            ),
          { interval: 20, timeout: 30_000 },
        )
        .toBe('1');
      const second = migrateTeam(team.owner, next);
      await expect
        .poll(
          () =>
            server.alter(
              `SELECT count(*) FROM pg_stat_activity WHERE datname = '${team.database}' AND query LIKE '%pg_try_advisory_lock%'`,
              team.database,
            ),
          { interval: 20, timeout: 30_000 },
        )
        .not.toBe('0');
      await open.query('COMMIT');
      expect(await Promise.all([first, second])).toEqual([TEAM_SCHEMA + 1, TEAM_SCHEMA + 1]);
      expect(
        server.psql(
          "SELECT indisvalid FROM pg_index WHERE indexrelid = 'memora.claim_by_mood'::regclass",
          team.database,
        ),
      ).toBe('t');
      server.psql(
        'DELETE FROM memora.migration WHERE number > 1; ALTER TABLE memora.claim DROP COLUMN mood',
        team.database,
      );
    });

    it('is run once by whoever of two comes first, over rows that stay', async () => {
      // Meanwhile a program of the next schema reads this one.
      expect(await checkDatabase(team.source, TEAM_SCHEMA + 1)).toBe(TEAM_SCHEMA);
      const next = { migrations: NEXT };
      expect(await Promise.all([migrateTeam(team.owner, next), migrateTeam(team.owner, next)])).toEqual([
        TEAM_SCHEMA + 1,
        TEAM_SCHEMA + 1,
      ]);
      expect(server.psql('SELECT count(*) = count(mood), max(mood) FROM memora.claim', team.database)).toBe(
        't|calm',
      );
      expect(await checkDatabase(team.source, TEAM_SCHEMA + 1)).toBe(TEAM_SCHEMA + 1);
    });

    it('makes a database that this version refuses, with what to do', async () => {
      const refused = expect.objectContaining({
        code: 'TEAM_SCHEMA_NEWER',
        hint: expect.stringMatching(/^Update Memora\..*memora team init/),
      });
      await expect(checkDatabase(team.source)).rejects.toEqual(refused);
      await expect(migrateTeam(team.owner)).rejects.toEqual(refused);
    });

    it('makes a database that a program two schemas later does not read', async () => {
      await expect(checkDatabase(team.source, TEAM_SCHEMA + 3)).rejects.toMatchObject({
        code: 'TEAM_SCHEMA_OLDER',
        hint: expect.stringContaining('memora team migrate'),
      });
    });
  },
);
