import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addMember,
  addUserScope,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  runWorkerOnce,
} from '@memora/postgres';
import {
  findServer,
  startServer,
  type TestServer,
  whyNoServer,
} from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamMemory } from './open-team-memory.ts';

const NOTES = {
  'pump.md': '---\ncreated: 2026-01-01\n---\n# Pump Nine\n\nThe capacity of Pump Nine is 30 litres.\n',
  'lake.md': '# Lake\n\nThe red lake freezes in March.\n',
};
const QUESTIONS = [
  'What is the capacity of Pump Nine?',
  'When does the red lake freeze?',
  'Who painted the lighthouse?',
];

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `a database that was restored${reason === null ? '' : ` (${reason})`}`,
  () => {
    let first: TestServer;
    let second: TestServer;
    const folders: string[] = [];
    const folder = (notes: Readonly<Record<string, string>> = {}) => {
      const root = mkdtempSync(join(tmpdir(), 'memora-restored-'));
      folders.push(root);
      for (const [path, text] of Object.entries(notes)) writeFileSync(join(root, path), text);
      return root;
    };

    beforeAll(async () => {
      [first, second] = await Promise.all([startServer(), startServer()]);
      first.psql('CREATE DATABASE team');
      first.psql('CREATE ROLE app LOGIN NOINHERIT');
    }, 120_000);
    afterAll(async () => {
      for (const server of [first, second]) await server?.[Symbol.asyncDispose]();
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    });

    const open = (server: TestServer) =>
      openTeamDatabase(readAddress({ url: server.url('team', 'app'), from: 'flag', env: TEAM_ENV }));

    it('answers as the one it was dumped from, receipt for receipt, and publishes what is written from then on', async () => {
      const owner = openPool(readAddress({ url: first.url('team'), from: 'flag', env: TEAM_ENV }));
      await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      const hash = await loadBlake3();
      const sealing = { hash, codec: undefined };
      const answersOf = async (server: TestServer, who: string) => {
        await using database = await open(server);
        const memories = await openTeamMemory({
          database,
          workspace: 'acme',
          now: () => new Date('2027-01-01'),
        });
        const memory = await memories.as({ name: who });
        const answers = [];
        for (const question of QUESTIONS) {
          const { cleanText, report, epochs } = await memory.ask(question);
          const { createdAt: _, ...receipt } = (await memory.receipt(report)) as unknown as Record<
            string,
            unknown
          >;
          answers.push({ cleanText, checks: report.checks, epochs, receipt });
        }
        return answers;
      };
      const worker = folder();
      const work = async (server: TestServer, into: string) => {
        await using database = await open(server);
        return await runWorkerOnce({ source: database.source, database: 'team', folder: into, ...sealing });
      };
      const push = async (server: TestServer, who: string, root: string) => {
        await using database = await open(server);
        const acting = {
          source: database.source,
          principal: { name: who },
          workspace: 'acme',
          database: 'team',
        };
        await pushFolder({ ...acting, ...sealing, root });
      };
      {
        await using database = await open(first);
        const acting = { source: database.source, principal: { name: 'ann' }, workspace: 'acme' };
        await addMember(acting, { principal: 'ben', isGroup: false, role: 'writer' });
        await addUserScope(acting, 'ben');
      }
      // A busy database: its transaction numbers are far ahead of those of a new one.
      first.psql(
        `DO $$ BEGIN FOR i IN 1..3000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
        'team',
      );
      await push(first, 'ann', folder(NOTES));
      await push(first, 'ben', folder({ ...NOTES }));
      await work(first, worker);
      const before = { ann: await answersOf(first, 'ann'), ben: await answersOf(first, 'ben') };
      expect(before.ann[0]?.cleanText).toContain('30 litres');

      // As the page on backups describes: first the roles, which belong to the cluster, then the database.
      const bin = findServer() as string;
      const to = (server: TestServer) => [
        '-h',
        server.socket,
        '-p',
        String(server.port),
        '-U',
        'root_of_tests',
      ];
      const roles = execFileSync(join(bin, 'pg_dumpall'), [
        ...to(first),
        '--roles-only',
        '--no-role-passwords',
      ]);
      execFileSync(join(bin, 'psql'), [...to(second), '-Xq', '-d', 'postgres'], {
        input: roles,
        stdio: 'pipe',
      });
      const dump = execFileSync(join(bin, 'pg_dump'), [...to(first), '-Fc', 'team'], { maxBuffer: 1e9 });
      second.psql('CREATE DATABASE team');
      execFileSync(join(bin, 'pg_restore'), [...to(second), '-d', 'team', '--exit-on-error'], {
        input: dump,
      });

      expect({ ann: await answersOf(second, 'ann'), ben: await answersOf(second, 'ben') }).toEqual(before);

      // Written after the restore, and published by two workers: one with an empty folder, and one that knew
      // the first database.
      const pushed = folder({ ...NOTES, 'new.md': '# New\n\nThe green buoy reports every hour.\n' });
      await push(second, 'ann', pushed);
      await work(second, folder());
      const ask = async () => {
        await using database = await open(second);
        const memories = await openTeamMemory({ database, workspace: 'acme' });
        return (await (await memories.as({ name: 'ben' })).ask('How often does the green buoy report?'))
          .cleanText;
      };
      expect(await ask()).toContain('every hour');
      writeFileSync(join(pushed, 'new.md'), '# New\n\nThe green buoy reports every day.\n');
      await push(second, 'ann', pushed);
      await work(second, worker);
      expect(await ask()).toContain('every day');
      // Nothing is due any more.
      expect(await work(second, worker)).toEqual([]);
    }, 180_000);
  },
);
