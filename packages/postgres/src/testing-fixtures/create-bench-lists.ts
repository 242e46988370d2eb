import { toLedgerDecisions } from '@memora/claims/internal';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import type { ConnectionSource } from '../connect/connection.ts';
import { listNoteVersions, readNewestVersions } from '../notes/note-versions.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { readAuditPage } from '../team/audit.ts';
import { countTeamNotesBehind } from '../team/count-notes-behind.ts';
import { findTeamNotesBehind } from '../team/find-notes-behind.ts';
import { countRemembered, readLearningLog } from '../team/learning-log.ts';
import { listMembers, listScopes } from '../team/members.ts';
import { readQueue } from '../team/read-queue.ts';
import { readTeamStatus } from '../team/team-status.ts';
import { readEpochs } from '../team/wait-for-epochs.ts';
import { sizeOfPlans } from './describe-plans.ts';
import { type ExplainedStatement, explainReads, readTimedPlans, TIMED_PLANS } from './explain-lists.ts';
import { growTeam } from './grow-scope.ts';
import { WORKSPACE } from './setup-team.ts';

/** The rows that lists and questions of a team read, and the size of its tables. */
export interface BenchLists {
  /** Adds people with their scopes, and heads, versions and acts. */
  readonly people: (count: number) => Promise<void>;
  /** Returns for each list the statements that it ran. */
  readonly lists: () => Promise<readonly (readonly [string, readonly ExplainedStatement[]])[]>;
  /** Drops indexes of published tables. */
  readonly drop: (indexes: readonly string[]) => Promise<void>;
  /** Returns the statements of a question, those within functions too. */
  readonly timed: (principal: string, question: string) => Promise<readonly ExplainedStatement[]>;
  /** Returns rows and bytes of each table of the schema with its indexes, the largest first. */
  readonly sizes: () => Promise<
    readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]
  >;
  /** Returns the bytes that were written ahead so far. */
  readonly written: () => Promise<number>;
}

interface BenchListsOptions {
  readonly server: TestServer;
  readonly database: string;
  readonly source: ConnectionSource;
  readonly scope: () => Promise<number>;
  /** Asks over a new connection. */
  readonly ask: (principal: string, question: string) => Promise<void>;
}

export function createBenchLists({
  server,
  database,
  source: shared,
  scope,
  ask,
}: BenchListsOptions): BenchLists {
  return {
    people: async (count) => {
      await growTeam(server, database, await scope(), count);
      await server.alter('VACUUM ANALYZE', database);
    },
    lists: async () => {
      const { source, taken } = explainReads(shared);
      const found: (readonly [string, readonly ExplainedStatement[]])[] = [];
      for (const [list, read] of Object.entries(await listsOver(source))) {
        // A second read comes from memory.
        await read();
        taken();
        await read();
        found.push([list, taken()]);
      }
      return found;
    },
    drop: async (indexes) => {
      for (const index of indexes) await server.alter(`DROP INDEX memora.${index}`, database);
    },
    timed: async (name, question) => {
      const since = sizeOfPlans(server.dataFolder);
      const set = (how: string) =>
        TIMED_PLANS.map((each) => `ALTER DATABASE ${database} ${how} auto_explain.${each}`).join(';');
      await server.alter(set('SET'), database);
      try {
        await ask(name, question);
      } finally {
        await server.alter(`ALTER DATABASE ${database} RESET ALL`, database);
      }
      return readTimedPlans(server.dataFolder, 'app', since);
    },
    sizes: async () => {
      const lines = await server.alter(
        `SELECT relname || ' ' || greatest(reltuples, 0)::bigint || ' ' || pg_total_relation_size(oid) FROM pg_class
         WHERE relnamespace = 'memora'::regnamespace AND relkind = 'r' ORDER BY pg_total_relation_size(oid) DESC`,
        database,
      );
      return lines.split('\n').map((line) => {
        const [table = '', rows, bytes] = line.split(' ');
        return { table, rows: Number(rows), bytes: Number(bytes) };
      });
    },
    written: async () => Number(await server.alter("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")),
  };
}

/** Reads each list once, as a reader of the workspace or as its administrator. */
async function listsOver(source: ConnectionSource): Promise<Record<string, () => Promise<unknown>>> {
  const eve = { source, principal: { name: 'eve' }, workspace: WORKSPACE };
  const ann = { ...eve, principal: { name: 'ann' } };
  const reader = await openTeamReader(eve);
  const decisions = toLedgerDecisions([]);
  const { claims } = await reader.listClaims({ limit: 10 });
  const ids = claims.map(({ id }) => id);
  const [id] = ids;
  const paths = [...new Set(claims.map(({ notePath }) => notePath))];
  const [path] = paths;
  if (id === undefined || path === undefined) throw new Error('there is no claim to list');
  const since = new Date(Date.now() - 90 * 86_400_000);
  const until = '2020-01-01T00:00:00Z';
  return {
    contradictions: () => reader.contradictions(decisions),
    staleness: () => reader.staleness(decisions),
    stats: () => reader.stats(),
    notes: () => reader.notes(),
    pages: () => reader.pages(),
    failures: () => reader.failures(),
    'a page of claims': () => reader.listClaims({ limit: 50 }),
    'a page of contested claims': () => reader.listClaims({ limit: 50, status: 'contested' }),
    'ten claims': () => reader.getClaims(ids),
    'ten claims as of a day': () => reader.getClaims(ids, { asOf: { known: until } }),
    'edges of ten claims': () => reader.edges({ ids }),
    'what says the same': () => reader.corroboration(ids),
    'what falls with a claim': () => reader.fallout(id),
    'history of a claim': () => reader.changelog({ claimId: id, limit: 50 }),
    'the last changes': () => reader.changelog({ limit: 50 }),
    'whether there are secrets': () => reader.holdsSecrets(),
    'whether all is indexed': () => reader.isComplete(),
    'whether anything was known': () => reader.countClaims({ asOf: { known: until }, limit: 1 }),
    'versions of a note': () => listNoteVersions(path, eve),
    'who wrote these notes': () => readNewestVersions(paths, eve),
    'which of these notes are behind': () => findTeamNotesBehind(paths, eve),
    'how many notes are behind': () => countTeamNotesBehind(eve),
    epochs: () => readEpochs(eve),
    status: () => readTeamStatus(eve),
    'what was learned': () => readLearningLog('workspace', { after: null }, eve),
    'what was learned in an hour': () => countRemembered('workspace', eve),
    'a page of the audit': () => readAuditPage({ since, limit: 1000 }, ann),
    'what is due': () => readQueue(eve),
    members: () => listMembers(ann),
    scopes: () => listScopes(ann),
  };
}
