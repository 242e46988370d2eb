import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS, type TestClient } from '../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';

const reason = whyNoServer();
const NOTE = { region: 'r', body: 'The dyke is 9 metres high.', scope: 'workspace' };
const PATIENT = { timeout: 60_000, interval: 100 };

describe.skipIf(reason !== null)(
  `faults of the database of a team's server${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let server: ServedTeam;
    let ben: TestClient;
    const capture = (summary: string, more: object = {}) =>
      ben.callTool('memora_capture', { ...NOTE, summary, wait_ms: 30_000, ...more });
    const ask = async () =>
      outputOf(await ben.callTool('memora_query_cited', { query: 'How high is the dyke?' }));
    const ready = async () => {
      const reply = await fetch(`${new URL(server.url).origin}/readyz`);
      return (await reply.json()) as { status: string; part?: string; code?: string };
    };

    beforeAll(async () => {
      postgres = await startServer();
      team = await setupTeam(postgres);
      server = await team.serve({ withWorker: true });
      ben = await HTTP_CLIENTS['v2 SDK over HTTP'](server.url, await team.tokenOf('ben'));
    }, 120_000);
    afterAll(async () => {
      await ben?.[Symbol.asyncDispose]();
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('answers nothing of a schema that it does not know, and goes on once it knows it again', async () => {
      expect(await ready()).toEqual({ status: 'ready' });
      expect(outputOf(await capture('Early', { wait_ms: 0 }))).toMatchObject({ version: 1 });
      await expect.poll(async () => (await ask())['clean_text'], PATIENT).toContain('9 metres');

      const number = Number(postgres.psql('SELECT max(number) + 1 FROM memora.migration', team.name));
      postgres.psql(`INSERT INTO memora.migration (number) VALUES (${number})`, team.name);
      await expect.poll(ready, PATIENT).toMatchObject({ part: 'schema', code: 'TEAM_SCHEMA_NEWER' });
      expect(codeOf(await ben.callTool('memora_query', { query: 'dyke' }))).toBe('TEAM_SCHEMA_NEWER');
      expect(codeOf(await capture('Newer', { wait_ms: 0 }))).toBe('TEAM_SCHEMA_NEWER');
      expect((await ben.listTools()).tools.length).toBeGreaterThan(10);
      postgres.psql(`DELETE FROM memora.migration WHERE number = ${number}`, team.name);
      await expect.poll(ready, PATIENT).toEqual({ status: 'ready' });
      expect((await ask())['clean_text']).toContain('9 metres');
    });

    it('answers from a database in recovery, and refuses what would write until it is the primary', async () => {
      await postgres.stop('fast');
      writeFileSync(join(postgres.dataFolder, 'standby.signal'), '');
      await postgres.start();
      expect(postgres.psql('SELECT pg_is_in_recovery()')).toBe('t');
      await expect.poll(async () => (await ask())['clean_text'], PATIENT).toContain('9 metres');
      expect(await ready()).toEqual({ status: 'ready' });
      const refused = outputOf(await capture('Recovering', { idempotency_key: 'k', wait_ms: 0 }));
      expect(refused['error']).toMatchObject({
        code: 'TEAM_READ_ONLY',
        hint: expect.stringContaining('primary'),
      });
      await postgres.stop('fast');
      rmSync(join(postgres.dataFolder, 'standby.signal'), { force: true });
      await postgres.start();
      const again = () => capture('Recovering', { idempotency_key: 'k' }).then(outputOf);
      await expect.poll(again, PATIENT).toMatchObject({ version: 1, indexed: true });
    });

    it('answers while the disk of the database is full, keeps nothing by half, and goes on once there is room', async () => {
      // PostgreSQL's errors if a file cannot grow, for the tables that a write, a publication and the audit
      // extend.
      postgres.psql(
        `CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
        team.name,
      );
      const tables = ['version', 'claim', 'audit'];
      // The worker in this process may be in the middle of a publication.
      const fill = async () => {
        for (const table of tables)
          await postgres.alter(
            `CREATE TRIGGER full_disk BEFORE INSERT ON memora.${table} EXECUTE FUNCTION public.full_disk()`,
            team.name,
          );
      };
      const free = async () => {
        for (const table of tables)
          await postgres.alter(`DROP TRIGGER full_disk ON memora.${table}`, team.name);
      };
      const pending = outputOf(await capture('Waiting', { wait_ms: 0 }));
      await fill();
      expect(pending).toMatchObject({ version: 1 });
      for (let i = 0; i < 3; i++)
        expect(codeOf(await capture('Full', { idempotency_key: 'full', wait_ms: 0 }))).toBe('TEAM_DISK_FULL');
      expect((await ask())['clean_text']).toContain('9 metres');
      expect(postgres.psql("SELECT count(*) FROM memora.head WHERE path = 'r/Full.md'", team.name)).toBe('0');
      await free();
      const kept = outputOf(await capture('Full', { idempotency_key: 'full' }));
      expect(kept).toMatchObject({ path: 'r/Full.md', version: 1, indexed: true });
      await expect.poll(async () => (await ask())['notes_behind'], PATIENT).toBe(0);
      // Operations during the outage are in the audit afterwards.
      await expect
        .poll(
          () =>
            Number(
              postgres.psql(
                "SELECT count(*) FROM memora.audit WHERE detail->>'outcome' = 'TEAM_DISK_FULL'",
                team.name,
              ),
            ),
          PATIENT,
        )
        .toBe(3);
    });
  },
);
