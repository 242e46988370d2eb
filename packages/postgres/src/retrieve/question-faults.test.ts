import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { createNoteBatches } from '../notes/create-note-batches.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { removeMember } from '../team/members.ts';
import type { TeamScope } from '../team/scopes.ts';
import { openProxy, type TestProxy } from '../testing-fixtures/open-proxy.ts';
import { setupTeam, type TestTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { openTeamRetriever } from './open-team-retriever.ts';
import { createScopeKeys } from './scope-keys.ts';

const QUESTION = 'How fast does Pump Nine run?';
const reason = whyNoServer();
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
describe.skipIf(reason !== null)(
  `a question whose server fails${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: TestTeam;
    let proxy: TestProxy;
    let cuttable: ConnectionSource;
    let root: string;
    let disk: string;
    const publish = async () => {
      await pushFolder({ ...team.as('ben'), root });
      await runWorkerOnce({ ...team.as('ben'), folder: disk });
    };
    const asked = (name = 'eve', source: ConnectionSource = team.source) =>
      openTeamRetriever({ source, principal: { name }, workspace: WORKSPACE });
    beforeAll(async () => {
      server = await startServer();
      team = await setupTeam(server);
      root = team.folder({
        'pump.md': '# Pump Nine\n\nPump Nine runs at 40 bar.\n',
        'hall.md': '# Hall\n\nThe hall has 3 doors.\n\nPump Nine stands in the hall.\n',
      });
      disk = team.folder();
      await publish();
      proxy = await openProxy(server.socket, server.port);
      const url = `postgresql://app@127.0.0.1:${proxy.port}/${team.database}`;
      cuttable = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), { connections: 2 });
    });
    afterAll(async () => {
      await cuttable?.close();
      await proxy?.[Symbol.asyncDispose]();
      await team?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    it('is asked once more on another connection, and ends in a clear error where that breaks too', async () => {
      const whole = await asked().query(QUESTION);
      let cuts = 1;
      const cutPostings = (bytes: Buffer) =>
        bytes.includes('ask_ranked') && cuts-- > 0 ? ('before' as const) : ('pass' as const);
      proxy.decide = cutPostings;
      expect(await asked('eve', cuttable).query(QUESTION)).toEqual(whole);
      expect(cuts).toBe(-1);
      cuts = 2;
      await expect(asked('eve', cuttable).query(QUESTION)).rejects.toMatchObject({
        code: 'TEAM_UNREACHABLE',
      });
      expect(cuts).toBe(0);
      proxy.decide = () => 'pass';
      expect(await asked('eve', cuttable).query(QUESTION)).toEqual(whole);
    });

    it('is answered from the epoch that it began with, though another is published between two statements', async () => {
      const before = await asked().query(QUESTION);
      let isDue = true;
      const slow: ConnectionSource = {
        ...team.source,
        withConnection: (work) =>
          team.source.withConnection((db) => {
            let last: Promise<unknown> = Promise.resolve();
            // The requests behind it wait too, and continue from its result.
            const inOrder = <Result>(send: () => Promise<Result>): Promise<Result> => {
              const sent = last.then(send, send);
              last = sent;
              return sent;
            };
            return work({
              run: (sql) => inOrder(() => db.run(sql)),
              query: (sql, values) => inOrder(() => db.query(sql, values)),
              rows: (sql, values) =>
                inOrder(async () => {
                  if (isDue && sql.includes('ask_ranked')) {
                    isDue = false;
                    writeNote(root, 'pump.md', '# Pump Nine\n\nPump Nine runs at 60 bar.\n');
                    await publish();
                  }
                  return db.rows(sql, values);
                }),
            });
          }),
      };
      expect(await asked('eve', slow).query(QUESTION)).toEqual(before);
      expect(isDue).toBe(false);
      const after = await asked().query(QUESTION);
      expect(after.epochs.workspace).toBe((before.epochs.workspace ?? 0) + 1);
      expect(JSON.stringify(after.hits)).not.toContain('40 bar');
    });

    it('belongs to one epoch as a whole, however many ask while others are published', async () => {
      const writeAll = (round: number) => {
        for (const name of ['Alder', 'Birch', 'Cedar'])
          writeNote(root, `${name}.md`, `# ${name}\n\nThe valve of ${name} opens at ${100 + round} bar.\n`);
      };
      writeAll(0);
      await publish();
      let isOver = false;
      const seen = new Map<string, Set<string>>();
      const asking = Array.from({ length: isWhole ? 50 : 6 }, async (_, i) => {
        const retriever = asked(i % 2 === 0 ? 'eve' : 'ben');
        do {
          const { hits, epochs } = await retriever.query('At how many bar does the valve open?', { k: 10 });
          const told = hits.flatMap(({ snippet }) => /1\d\d bar/.exec(snippet)?.[0] ?? []);
          expect(told).toHaveLength(3);
          const name = String(epochs.workspace);
          seen.set(name, new Set([...(seen.get(name) ?? []), ...told]));
        } while (!isOver);
      });
      for (let round = 1; round <= (isWhole ? 4 : 2); round++) {
        writeAll(round);
        await publish();
      }
      isOver = true;
      await Promise.all(asking);
      expect(seen.size).toBeGreaterThan(1);
      // Three notes have the same number in each epoch. Two different numbers would mean two epochs in one
      // answer.
      expect([...seen].filter(([, told]) => told.size !== 1)).toEqual([]);
    });

    it('takes stop words and five hundred words, and is refused over too many scopes', async () => {
      expect(await asked().query('of the and')).toMatchObject({ degraded: false });
      const long = `${'where and when is the very old thing '.repeat(62)} Pump Nine`;
      expect((await asked().query(long)).hits.length).toBeGreaterThan(0);
      const scope = (id: number): TeamScope => ({
        id,
        kind: 'user',
        owner: 'x',
        epoch: 1,
        publishedAt: null,
      });
      expect(() => createScopeKeys(Array.from({ length: 10_000 }, (_, i) => scope(i)))).toThrow(
        expect.objectContaining({
          code: 'TEAM_TOO_MANY_SCOPES',
          message: expect.stringContaining('1000 at most'),
        }),
      );
    });

    /** Locks a table against everybody while some work runs. */
    const whileLocked = async (table: string, work: () => Promise<void>) => {
      const holding = openPool(readAddress({ url: server.url(team.database), from: 'flag', env: TEAM_ENV }), {
        connections: 1,
      });
      await holding.withConnection(async (db) => {
        await db.run(`BEGIN; LOCK TABLE memora.${table} IN ACCESS EXCLUSIVE MODE`);
        await work();
        await db.run('ROLLBACK');
      });
      await holding.close();
    };
    const waiting = () =>
      Number(
        server.psql(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'memora' AND wait_event_type = 'Lock'",
        ),
      );
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    it('goes on without the graph where a step takes too long, and not without the words', async () => {
      // Nothing is cached from earlier questions, so each one reads everything.
      const impatient = () =>
        openTeamRetriever({ ...team.as('eve'), source: { ...team.source }, timeout: 300 }).query(
          'Where does Pump Nine stand?',
        );
      const whole = await impatient();
      expect(whole.degradedReasons).toEqual([]);
      await whileLocked('stated_edge', async () => {
        const found = await impatient();
        expect(found.degradedReasons).toEqual([expect.stringMatching(/^graph: TEAM_TIMEOUT: /)]);
        expect(found.hits[0]?.claim.id).toBe(whole.hits[0]?.claim.id);
      });
      await whileLocked('lexical_posting', async () => {
        await expect(impatient()).rejects.toMatchObject({ code: 'TEAM_TIMEOUT' });
      });
      expect(await impatient()).toEqual(whole);
    });

    it('is cancelled on the server when nobody waits for it any more', async () => {
      await whileLocked('lexical_posting', async () => {
        const leaving = new AbortController();
        const anew = openTeamRetriever({ ...team.as('eve'), source: { ...team.source } });
        const left = anew.query(QUESTION, { signal: leaving.signal });
        await until(() => waiting() === 1);
        leaving.abort(new Error('gone'));
        await expect(left).rejects.toThrow('gone');
        await until(() => waiting() === 0);
      });
      expect((await asked().query(QUESTION)).hits.length).toBeGreaterThan(0);
    });

    it('is refused where too many wait for a connection, or none becomes free', async () => {
      const url = server.url(team.database, 'app');
      const narrow = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), {
        connections: 1,
        queue: 1,
        connectTimeout: 1_500,
      });
      await narrow.withConnection(async () => {
        const second = expect(asked('eve', narrow).query(QUESTION)).rejects.toMatchObject({
          code: 'TEAM_BUSY',
          message: expect.stringContaining('none of 1 connections'),
        });
        await expect(asked('eve', narrow).query(QUESTION)).rejects.toMatchObject({
          code: 'TEAM_BUSY',
          message: expect.stringContaining('1 requests already wait for one of 1 connections'),
        });
        await second;
      });
      expect((await asked('eve', narrow).query(QUESTION)).hits.length).toBeGreaterThan(0);
      await narrow.close();
    });

    it('names a statement to the server only where that was asked for', async () => {
      const url = server.url(team.database, 'app');
      const answers: unknown[] = [];
      const named: number[] = [];
      for (const prepared of [false, true]) {
        const pool = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), {
          connections: 1,
          prepared,
        });
        answers.push(await asked('eve', pool).query(QUESTION), await asked('eve', pool).query(QUESTION));
        const count = await pool.withConnection((db) =>
          db.rows<[number]>('SELECT count(*) FROM pg_prepared_statements'),
        );
        named.push(count[0]?.[0] ?? -1);
        await pool.close();
      }
      expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(named).toEqual([0, expect.any(Number)]);
      expect(named[1]).toBeGreaterThan(5);
    });

    it('is refused to a principal who was removed since the last one', async () => {
      const ben = asked('ben');
      expect((await ben.query(QUESTION)).hits.length).toBeGreaterThan(0);
      await removeMember(team.as('ann'), { principal: 'ben', isGroup: false });
      await expect(ben.query(QUESTION)).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
      // Found claims are not shown either, because their notes are no longer read.
      const readNote = createNoteBatches(team.as('ben'));
      await expect(readNote('pump.md')).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
    });
  },
);
