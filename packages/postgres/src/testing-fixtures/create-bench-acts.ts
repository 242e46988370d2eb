import { toLedgerDecisions } from '@memora/claims/internal';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import type { ConnectionSource } from '../connect/connection.ts';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { createKeptStores } from '../publish/kept-stores.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { openTeamRetriever } from '../retrieve/open-team-retriever.ts';
import { readAuditPage } from '../team/audit.ts';
import { readTeamStatus } from '../team/team-status.ts';
import { sizeOfPlans } from './describe-plans.ts';
import { type ExplainedStatement, processorOf, readTimedPlans, TIMED_PLANS } from './explain-lists.ts';
import { type TestTeam, WORKSPACE } from './setup-team.ts';

/** What people do with a team's memory; the number chooses the claim, the note or the question. */
type BenchAct = (round: number) => Promise<unknown>;

/** A team whose people ask, read, write and erase in a scope that a worker has published. */
export interface BenchActs {
  /** Pushes a folder of notes as a writer, and publishes them with a worker that keeps its folder. Returns the claims. */
  readonly fill: (root: string) => Promise<number>;
  /** Returns the acts, those that read before those that write. */
  readonly acts: (rounds: number) => Promise<Readonly<Record<string, BenchAct>>>;
  /** Returns a function for the processor milliseconds so far of this process and of the server's for the connections that are open. */
  readonly processor: () => Promise<() => number>;
  /** Takes the heads of copied notes, which a worker whose folder lacks them would write and index before it erases. */
  readonly leaveCopies: () => Promise<void>;
  /** Returns the statements of an act over a new connection, those within functions too. */
  readonly explained: (act: string, round: number) => Promise<readonly ExplainedStatement[]>;
}

interface BenchActsOptions {
  readonly server: TestServer;
  readonly team: TestTeam;
  /** Opens a new pool of connections. */
  readonly open: () => ConnectionSource & { readonly close: () => Promise<void> };
}

/** What the acts of a bench choose from. */
interface Chosen {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
  readonly questions: readonly string[];
}

const WORDS = 6;
const noteOf = (round: number) => `bench/of-round-${round}.md`;
// No other note has the name, so an erasure searches every table for it.
const textOf = (round: number, words: string) =>
  Buffer.from(`# Crane${round}\n\n- Crane${round} lifts ${round + 2} tons.\n- Crane${round} is ${words}.\n`);

export function createBenchActs({ server, team, open }: BenchActsOptions): BenchActs {
  const folder = team.folder();
  const stores = createKeptStores({ idle: 600_000 });
  const [ann, ben, eve] = [team.as('ann'), team.as('ben'), team.as('eve')];
  const run = (sql: string) => server.alter(sql, team.database);
  const listOf = async (sql: string) => (await run(sql)).split('\n').filter((line) => line !== '');
  const work = async (source: ConnectionSource) =>
    workOnScope({ ...ben, source, stores, scope: await team.scope('workspace'), folder });
  let chosen: Chosen = { ids: [], paths: [], questions: [] };
  const actsOver = (source: ConnectionSource): Record<string, BenchAct> => {
    const asking = { source, principal: eve.principal, workspace: WORKSPACE };
    const reader = () => openTeamReader(asking);
    const retriever = openTeamRetriever(asking);
    const notes = openTeamNotes({ ...ben, source });
    const pick = (list: readonly string[], round: number) => list[round % list.length] as string;
    const known = '2020-01-01T00:00:00Z';
    return {
      'a question': (i) => retriever.query(pick(chosen.questions, i), { k: 10 }),
      'a claim by id': async (i) => (await reader()).getClaims([pick(chosen.ids, i)]),
      'the claims of a note': async (i) => (await reader()).listClaims({ notePath: pick(chosen.paths, i) }),
      'a page of 50 claims': async () => (await reader()).listClaims({ limit: 50 }),
      'a page of contested claims': async () =>
        (await reader()).listClaims({ limit: 50, status: 'contested' }),
      contradictions: async () => (await reader()).contradictions(toLedgerDecisions([])),
      'notes()': async () => (await reader()).notes(),
      // Of another source each time, because counts are kept with one.
      'stats(), the first': async () => (await openTeamReader({ ...asking, source: { ...source } })).stats(),
      status: () => readTeamStatus({ ...asking, source: { ...source } }),
      'a page of 1,000 acts': () =>
        readAuditPage(
          { since: new Date(Date.now() - 90 * 86_400_000), limit: 1000 },
          { ...asking, principal: ann.principal },
        ),
      'whether anything was known': async () => (await reader()).countClaims({ asOf: { known }, limit: 1 }),
      'write a note': (i) => notes.replaceNote(noteOf(i), textOf(i, 'green'), 0),
      'change a note and publish it': async (i) => {
        await notes.replaceNote(noteOf(i), textOf(i, 'of steel'), 1);
        await work(source);
      },
      'erase a note': (i) => eraseTeamNote(noteOf(i), { ...ann, source, folder, backupHorizon: null }),
    };
  };
  return {
    fill: async (root) => {
      await pushFolder({ ...ben, root });
      await work(team.source);
      await run('VACUUM ANALYZE');
      const scope = await team.scope('workspace');
      return Number(await run(`SELECT count(*) FROM memora.claim WHERE scope = ${scope}`));
    },
    acts: async (rounds) => {
      const scope = await team.scope('workspace');
      const some = (column: string, table: string) =>
        `SELECT ${column} FROM (SELECT * FROM memora.${table} TABLESAMPLE BERNOULLI (least(100, 1e6 / greatest(1, (SELECT reltuples FROM pg_class WHERE oid = 'memora.${table}'::regclass)))) REPEATABLE (7) WHERE scope = ${scope}) AS t`;
      const text = `array_to_string((regexp_split_to_array(object, '\\s+'))[1:${WORDS}], ' ')`;
      chosen = {
        ids: await listOf(`${some('id', 'claim')} ORDER BY md5(id) LIMIT ${rounds}`),
        paths: await listOf(`${some('path', 'note')} ORDER BY md5(path) LIMIT ${rounds}`),
        questions: await listOf(
          `${some(`'what about ' || ${text}`, 'claim')} WHERE object ~ '^\\w+(\\s+\\w+){3}' ORDER BY md5(id) LIMIT ${rounds}`,
        ),
      };
      return actsOver(team.source);
    },
    processor: async () => {
      const pids = await listOf(
        `SELECT pid FROM pg_stat_activity WHERE datname = '${team.database}' AND usename = 'app'`,
      );
      const last = new Map<string, number>();
      return () => {
        // A connection that was closed costs nothing more.
        for (const pid of pids) last.set(pid, processorOf(Number(pid)) ?? last.get(pid) ?? 0);
        const { user, system } = process.cpuUsage();
        return [...last.values()].reduce((total, each) => total + each, (user + system) / 1e3);
      };
    },
    leaveCopies: async () => {
      const scope = await team.scope('workspace');
      await run(
        `SET session_replication_role = replica; UPDATE memora.head SET hash = NULL WHERE scope = ${scope} AND changed = '3'`,
      );
      await run('VACUUM ANALYZE memora.head');
    },
    explained: async (act, round) => {
      const set = (how: string) =>
        TIMED_PLANS.map((each) => `ALTER DATABASE ${team.database} ${how} auto_explain.${each}`).join(';');
      await run(set('SET'));
      const since = sizeOfPlans(server.dataFolder);
      const source = open();
      try {
        await actsOver(source)[act]?.(round);
      } finally {
        await source.close();
        await run(`ALTER DATABASE ${team.database} RESET ALL`);
      }
      return readTimedPlans(server.dataFolder, 'app', since);
    },
  };
}
