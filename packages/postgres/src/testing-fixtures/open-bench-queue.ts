import { readFileSync } from 'node:fs';
import { startServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import type { Connection } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { createKeptStores } from '../publish/kept-stores.ts';
import { createWorkerPace } from '../publish/queue/worker-pace.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { setupTeam, WORKSPACE, writeNote } from './setup-team.ts';

/** Clock ticks per second on Linux. */
const TICKS = 100;

/** A team whose worker is measured from outside: the server's load, and how long a note waits. */
interface BenchQueue extends AsyncDisposable {
  /** Creates scopes of people without notes, until there are this many. */
  readonly growTo: (scopes: number) => void;
  /** Returns the server's processor milliseconds for beginning one question, and for one check of what is due. */
  readonly cpu: (times: number) => Promise<{ readonly enter: number; readonly due: number }>;
  /** Returns the log bytes for one captured and published line, in a scope that has some already. */
  readonly walOfLine: (lines: number) => Promise<number>;
  /**
   * Pushes notes of this total size into a person's own scope, and captures lines during it, with a worker started with these variables. Returns the
   * milliseconds from each capture to its publication, and the number of pushed notes that were published by the end.
   */
  readonly captureBeside: (
    bytes: number,
    captures: number,
    startWorker: (env: Readonly<Record<string, string>>) => AsyncDisposable,
  ) => Promise<{ readonly waits: readonly number[]; readonly pushed: number; readonly published: number }>;
}

export async function openBenchQueue(): Promise<BenchQueue> {
  const server = await startServer(['shared_buffers=256MB']);
  const team = await setupTeam(server);
  const [ann, ben] = [team.as('ann'), team.as('ben')];
  const folder = team.folder();
  const stores = createKeptStores();
  const pace = createWorkerPace();
  const work = () => runWorkerOnce({ ...ann, folder, stores, pace, holder: 'bench' });
  const capture = (name: string, text: string) => openTeamNotes(ben).captureNote(name, Buffer.from(text));
  const isPublished = (path: string) =>
    transactionAs(
      team.source,
      { role: 'ask', principal: ben.principal, workspace: WORKSPACE },
      async (db) => (await db.rows('SELECT 1 FROM memora.note WHERE path = $1', [path])).length > 0,
    );
  await capture('first.md', 'The hall has 3 doors.\n');
  await work();
  return {
    growTo: (scopes) => {
      server.psql(
        `INSERT INTO memora.scope (workspace, kind, owner) SELECT w.id, 'user', 'person-' || n FROM memora.workspace w,
           generate_series(1, ${scopes} - (SELECT count(*) FROM memora.scope)) n WHERE w.name = '${WORKSPACE}' ON CONFLICT DO NOTHING`,
        team.database,
      );
      server.psql('VACUUM ANALYZE', team.database);
    },
    cpu: async (times) => {
      // Rolls back in the same transaction, so nothing else is awaited.
      const enter = await cpuOf(times, (work) =>
        team.source.withConnection(async (db) => {
          await work(db, async () => {
            await transactionAs(
              { ...team.source, withConnection: (asked) => asked(db) },
              { role: 'ask', principal: ben.principal, workspace: WORKSPACE },
              (asked) => asked.rows('SELECT 1'),
            );
          });
        }),
      );
      const due = await cpuOf(times, (work) =>
        transactionAs(team.source, { role: 'publish', scope: null }, (db) =>
          work(db, async () => {
            await db.rows("SELECT * FROM memora.due_scopes('bench')");
          }),
        ),
      );
      return { enter, due };
    },
    walOfLine: async (lines) => {
      const at = () => server.psql('SELECT pg_current_wal_lsn()', team.database);
      server.psql('CHECKPOINT', team.database);
      // The first change of a page after a checkpoint logs the whole page.
      for (let i = 0; i < lines; i++) {
        await capture(`warm-${i}.md`, `Warm ${i} has ${i} valves.\n`);
        await work();
      }
      const before = at();
      for (let i = 0; i < lines; i++) {
        await capture(`line-${i}.md`, `Pump ${i} has ${i} valves.\n`);
        await work();
      }
      return Number(server.psql(`SELECT pg_wal_lsn_diff('${at()}', '${before}')`, team.database)) / lines;
    },
    captureBeside: async (bytes, captures, startWorker) => {
      const root = team.folder();
      const size = 75_000;
      const pushed = Math.ceil(bytes / size);
      for (let i = 0; i < pushed; i++) writeNote(root, `users/ann/n${i}.md`, longNote(i, size));
      await pushFolder({ ...ann, root });
      const published = () =>
        Number(server.psql(`SELECT count(*) FROM memora.note WHERE path ~ '^n[0-9]+[.]md$'`, team.database));
      await using _worker = startWorker({
        ...TEAM_ENV,
        MEMORA_TEAM_DATABASE: server.url(team.database, 'app'),
        MEMORA_TEAM_WORKSPACE: WORKSPACE,
        MEMORA_TEAM_FOLDER: team.folder(),
        MEMORA_CONFIG_DIR: team.folder(),
        MEMORA_EMBED_PROVIDER: 'none',
      });
      while (published() === 0) await new Promise((resolve) => setTimeout(resolve, 200));
      const waits: number[] = [];
      for (let i = 0; i < captures; i++) {
        const begun = performance.now();
        const path = await capture(`beside-${i}.md`, `Crane ${i} lifts ${i} tons.\n`);
        while (!(await isPublished(path))) await new Promise((resolve) => setTimeout(resolve, 20));
        waits.push(performance.now() - begun);
      }
      return { waits, pushed, published: published() };
    },
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await team[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns a note of distinct sentences. */
function longNote(number: number, size: number): string {
  let text = `# Plant ${number}\n\n`;
  for (let i = 0; text.length < size; i++)
    text += `The pump ${number}-${i} of hall ${i % 17} has ${i} valves and runs at ${number + i} bar.\n\n`;
  return text;
}

type Act = () => Promise<void>;

/** Returns the processor time of one connection's process per call. */
async function cpuOf(
  times: number,
  within: (work: (db: Connection, act: Act) => Promise<void>) => Promise<void>,
): Promise<number> {
  let used = 0;
  await within(async (db, act) => {
    const [row] = await db.rows<[number]>('SELECT pg_backend_pid()');
    const ticks = () => {
      const fields = readFileSync(`/proc/${row?.[0]}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    };
    for (let i = 0; i < 20; i++) await act();
    const before = ticks();
    for (let i = 0; i < times; i++) await act();
    used = ((ticks() - before) * 1_000) / TICKS / times;
  });
  return used;
}
