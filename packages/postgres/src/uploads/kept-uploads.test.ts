import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { teamError } from '../connect/team-error.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { resealNotes } from '../notes/sealing/reseal-notes.ts';
import { initTeam } from '../schema/migrate.ts';
import { setupTeam, type TestTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { CODEC, noteOf, OTHER_CODEC, readNext, uploadAs } from '../testing-fixtures/upload-as.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { listUploads, withdrawUpload } from './list-uploads.ts';

const server = useServer();
const PATH = 'ingested/a.txt.md';
const psql = (team: TestTeam, sql: string) => server().psql(sql, team.database);
const makeDue = (team: TestTeam) =>
  psql(team, "UPDATE memora.upload SET due_at = now() - interval '2 minutes', leased_until = NULL");
const stateOf = async (team: TestTeam, who: string) =>
  (await listUploads({ ...team.as(who), codec: CODEC })).map(({ state, code }) => [state, code]);
const minutesUntilDue = (team: TestTeam) =>
  Number(psql(team, 'SELECT extract(epoch FROM due_at - now()) / 60 FROM memora.upload'));
const allow = (team: TestTeam, bytes: number) =>
  initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', quota: { bytes } });
const fail = (code: Parameters<typeof teamError>[0]) => ({
  read: async () => {
    throw teamError(code, 'no', 'no');
  },
});

describe.skipIf(noServer !== null)(
  `documents that wait are kept, in order${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('a document that fits its quota becomes a note of its size, and counts with its own bytes', async () => {
      await using team = await setupTeam(server());
      await allow(team, 10_000);
      await uploadAs(team, 'ben', { text: 'é'.repeat(3_500) });
      expect(psql(team, 'SELECT size FROM memora.upload')).toBe('7000');
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
      expect(psql(team, "SELECT bytes FROM memora.usage WHERE principal = 'ben'")).toBe('7000');
    });

    it('a document whose notes do not fit the quota waits until they do', async () => {
      await using team = await setupTeam(server());
      await allow(team, 10_000);
      await uploadAs(team, 'ben', { text: 'x'.repeat(6_000) });
      const larger = { read: async () => [noteOf('x'.repeat(12_000))] };
      for (let i = 0; i < 4; i++) {
        expect(await readNext(team, larger)).toMatchObject({ outcome: 'put off', code: 'TEAM_QUOTA' });
        makeDue(team);
      }
      expect(psql(team, 'SELECT size FROM memora.upload')).toBe('6000');
      await allow(team, 20_000);
      expect(await readNext(team, larger)).toMatchObject({ outcome: 'done' });
    });

    it('the newer of two documents of one name wins, also where the older is late or was put off', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'version 1\n' });
      await readNext(team, {
        read: async ({ bytes, about, standing }) => {
          await standing(PATH);
          await uploadAs(team, 'ben', { text: 'version 2\n' });
          // Another name, another folder and another person do not wait for it.
          await uploadAs(team, 'ben', { text: 'other\n', name: 'b.txt' });
          expect(await readNext(team)).toMatchObject({ outcome: 'done' });
          expect(await readNext(team)).toBeNull();
          return [noteOf(bytes.toString(), about.name)];
        },
      });
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
      expect(String(await readTeamNote(PATH, team.as('ann')))).toBe('version 2\n');
      await uploadAs(team, 'ben', { text: 'version 3\n' });
      expect(await readNext(team, fail('TEAM_DISK_FULL'))).toMatchObject({ outcome: 'put off' });
      await uploadAs(team, 'ben', { text: 'version 4\n' });
      expect(await readNext(team)).toBeNull();
      makeDue(team);
      for (let i = 0; i < 2; i++) expect(await readNext(team)).toMatchObject({ outcome: 'done' });
      expect(String(await readTeamNote(PATH, team.as('ann')))).toBe('version 4\n');
    });

    it('withdrawing what was read buys no earlier turn, and leaves one empty row', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ann', { text: 'a0', name: 'a0.txt' });
      await readNext(team);
      await uploadAs(team, 'ann', { text: 'a1', name: 'a1.txt' });
      const read: string[] = [];
      for (let i = 0; i < 3; i++) {
        const upload = await uploadAs(team, 'ben', { text: `b${i}`, name: `b${i}.txt` });
        await readNext(team, {
          read: async ({ about, bytes }) => {
            read.push(about.name);
            return [noteOf(bytes.toString(), about.name)];
          },
        });
        expect(await withdrawUpload(team.as('ben'), upload)).toBe(true);
        expect(await withdrawUpload(team.as('ben'), upload)).toBe(false);
      }
      expect(read).toEqual(['b0.txt', 'a1.txt', 'b2.txt']);
      expect(await stateOf(team, 'ben')).toEqual([]);
      const rows = `SELECT octet_length(about) + octet_length(named) + size, coalesce(outcome::text, code, 'nothing') FROM memora.upload WHERE state = 'withdrawn'`;
      expect(psql(team, rows)).toBe('0|nothing');
    });

    it('outages of the database while it is read refuse no document', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'The heron.\n' });
      const allowConnections = (may: boolean) =>
        server().psql(`ALTER DATABASE ${team.database} ALLOW_CONNECTIONS ${may}`);
      for (let i = 0; i < 4; i++) {
        makeDue(team);
        let back: Promise<unknown> = Promise.resolve();
        await readNext(team, {
          read: async () => {
            allowConnections(false);
            server().psql(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${team.database}'`,
            );
            back = wait(1_500).then(() => allowConnections(true));
            throw teamError('TEAM_UNREACHABLE', 'no', 'no');
          },
        }).catch(() => undefined);
        await back;
        expect(psql(team, 'SELECT state, attempts FROM memora.upload')).toBe('waiting|0');
      }
      makeDue(team);
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
    }, 60_000);

    it('an attempt counts while it is read, and for good if its process ends', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'The heron.\n' });
      const attempts = () => psql(team, 'SELECT attempts FROM memora.upload');
      const first = await readNext(team, {
        read: async ({ bytes, standing }) => {
          expect(attempts()).toBe('1');
          makeDue(team);
          // Another worker takes it from the delayed one, which still reports its own attempt.
          const second = await readNext(team, {
            read: async () => {
              expect(attempts()).toBe('2');
              throw teamError('TEAM_DISK_FULL', 'no', 'no');
            },
          });
          expect([second?.outcome, attempts()]).toEqual(['put off', '1']);
          await standing(PATH);
          return [noteOf(bytes.toString())];
        },
      });
      expect([first?.outcome, attempts()]).toEqual(['lost', '0']);
    });

    it('what is no fault of a document is tried again after growing pauses of up to an hour', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'The heron.\n' });
      const pauses: number[] = [];
      for (let i = 0; i < 12; i++) {
        expect(await readNext(team, fail('TEAM_DISK_FULL'))).toMatchObject({ outcome: 'put off' });
        pauses.push(Math.round(minutesUntilDue(team)));
        makeDue(team);
      }
      expect(pauses.at(-1)).toBe(60);
      expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
      // A worker without the key has read nothing, so a worker with the key need not wait long.
      await readNext(team, { codec: OTHER_CODEC });
      expect(minutesUntilDue(team)).toBeLessThanOrEqual(1);
    });

    it('a document that is too slow for the database is refused after three attempts', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'The heron.\n' });
      for (const outcome of ['put off', 'put off', 'refused']) {
        expect(await readNext(team, fail('TEAM_TIMEOUT'))).toMatchObject({ outcome });
        makeDue(team);
      }
      expect(await stateOf(team, 'ben')).toEqual([['refused', 'TEAM_TIMEOUT']]);
    });

    it('a new key leaves out a row that somebody edited, and says so', async () => {
      await using team = await setupTeam(server());
      for (const name of ['1.txt', '2.txt', '3.txt']) await uploadAs(team, 'ben', { text: name, name });
      psql(
        team,
        'UPDATE memora.upload_piece SET bytes = substr(bytes, 1, 20) WHERE upload = (SELECT id FROM memora.upload ORDER BY id LIMIT 1 OFFSET 1)',
      );
      const { hash } = team.as('ann');
      const moving = { source: team.owner, workspace: WORKSPACE, principal: { name: 'ann' }, hash };
      expect(await resealNotes({ ...moving, from: CODEC, to: OTHER_CODEC })).toEqual({
        resealed: 2,
        others: 1,
      });
      for (let i = 0; i < 2; i++)
        expect(await readNext(team, { codec: OTHER_CODEC })).toMatchObject({ outcome: 'done' });
    });

    it('a document that began to arrive under the old key is not queued under it', async () => {
      await using team = await setupTeam(server());
      const { hash } = team.as('ann');
      const moving = { source: team.owner, workspace: WORKSPACE, principal: { name: 'ann' }, hash };
      const arriving = uploadAs(team, 'ben', {
        text: 'The heron.\n',
        before: async () => {
          await resealNotes({ ...moving, from: CODEC, to: OTHER_CODEC });
        },
      });
      await expect(arriving).rejects.toMatchObject({ code: 'TEAM_KEY_OTHER' });
      expect(psql(team, 'SELECT count(*) FROM memora.upload')).toBe('0');
    });
  },
);
