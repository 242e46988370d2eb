import type { SqliteClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { createRetriever } from '@memora/retrieval';
import { LEXICAL_TABLES, VECTOR_TABLES } from '@memora/retrieval/internal';
import { startServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { publishRows } from '../publish/publish-rows.ts';
import { createTeamSource } from '../retrieve/create-team-source.ts';
import { openTeamRetriever, type TeamRetriever } from '../retrieve/open-team-retriever.ts';
import { readTotals } from '../retrieve/read-totals.ts';
import { createAsking } from '../stored/create-asking.ts';
import { askScopes, type ScopeKind } from '../team/scopes.ts';
import { countRows } from './count-rows.ts';
import { type BenchActs, createBenchActs } from './create-bench-acts.ts';
import { type BenchLists, createBenchLists } from './create-bench-lists.ts';
import { describePlans, PLANS_ON_DEMAND, sizeOfPlans } from './describe-plans.ts';
import { growScope } from './grow-scope.ts';
import { hideCopies } from './hide-copies.ts';
import { openProxy } from './open-proxy.ts';
import { recordSource } from './record-source.ts';
import { setupTeam, WORKSPACE } from './setup-team.ts';

/** A server with a team's memory, for `bench team`: stores are published into scopes unchanged, and queried. */
interface BenchTeam extends BenchLists, BenchActs, AsyncDisposable {
  /** Replaces the content of a scope with a store's claims. */
  readonly publish: (store: SqliteClaimStore, kind: ScopeKind, principal?: string) => Promise<void>;
  readonly retriever: (
    principal: string,
    options?: { readonly prepared?: boolean; readonly graph?: false },
  ) => TeamRetriever;
  /** Also returns the rows of each statement since the last call. */
  readonly counted: (principal: string) => {
    readonly retriever: TeamRetriever;
    readonly rows: () => readonly number[];
  };
  /** Copies a scope's content into the own scopes of this many others, whose members see nothing else of it. */
  readonly hide: (kind: ScopeKind, copies: number, principal?: string) => Promise<void>;
  /** Multiplies the size of a scope. */
  readonly grow: (kind: ScopeKind, times: number) => Promise<void>;
  /** Returns which table is read how for a question, from the plans of its statements. */
  readonly plans: (principal: string, question: string) => Promise<readonly string[]>;
  /** Returns a new retriever over a network with this round-trip time in milliseconds; 0 for the real network. */
  readonly slow: (principal: string, delay: number) => TeamRetriever;
  /** Returns a retriever that records its statements, and a function that sends a question's statements again and ignores the results. */
  readonly bare: (principal: string) => {
    readonly retriever: TeamRetriever;
    readonly replay: (question: string) => Promise<void>;
  };
  /** Returns a function that repeats a question from recorded answers, without any request. */
  readonly alone: (principal: string) => (question: string) => Promise<void>;
  /** Makes this many round trips in one transaction, and nothing else. */
  readonly trip: (principal: string, trips: number) => Promise<void>;
  /** Makes one round trip over the slow network. */
  readonly ping: () => Promise<void>;
  /** Returns the round trips over the slow network so far. */
  readonly trips: () => number;
  /** Returns the bytes of all tables and indexes of published claims. */
  readonly bytes: () => number;
}

export async function openBenchTeam(): Promise<BenchTeam> {
  const server = await startServer([
    ...['shared_buffers=256MB', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'],
    ...PLANS_ON_DEMAND,
  ]);
  const team = await setupTeam(server);
  // No question waits for empty scopes.
  server.psql('UPDATE memora.scope SET epoch = 1', team.database);
  const proxy = await openProxy(server.socket, server.port);
  const openAt = (url: string, prepared = false) =>
    openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), { connections: 2, prepared });
  const near = openAt(server.url(team.database, 'app'));
  const named = openAt(server.url(team.database, 'app'), true);
  const far = openAt(`postgresql://app@127.0.0.1:${proxy.port}/${team.database}`);
  const retrieverOver = (source: ConnectionSource, name: string, tuning = {}) =>
    openTeamRetriever({ source, principal: { name }, workspace: WORKSPACE, tuning });
  const askFresh = async (name: string, question: string) => {
    const fresh = openAt(server.url(team.database, 'app'));
    try {
      await retrieverOver(fresh, name).query(question, { k: 10 });
    } finally {
      await fresh.close();
    }
  };
  return {
    publish: async (store, kind, principal) => {
      const scope = await team.scope(kind, principal);
      const hasVectors =
        store.database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vector_text'").get() !== undefined;
      const tables = hasVectors ? [...LEXICAL_TABLES, ...VECTOR_TABLES] : LEXICAL_TABLES;
      await transactionAs(team.source, { role: 'publish', scope }, (db) =>
        publishRows(db, scope, readPublished(store.database, tables), {
          isWhole: true,
          last: async () => undefined,
        }),
      );
      // Like a publication: no scope without an epoch.
      server.psql(`UPDATE memora.scope SET epoch = epoch + 1 WHERE id = ${scope}`, team.database);
      server.psql('VACUUM ANALYZE', team.database);
    },
    retriever: (name, { prepared = false, ...tuning } = {}) =>
      retrieverOver(prepared ? named : near, name, tuning),
    counted: (name) => {
      const { source, fetched } = countRows(near);
      return { retriever: retrieverOver(source, name), rows: () => fetched.splice(0) };
    },
    hide: async (kind, copies, principal) =>
      hideCopies(server, team.database, await team.scope(kind, principal), copies),
    grow: async (kind, times) => {
      await growScope(server, team.database, await team.scope(kind), times);
      await server.alter('VACUUM ANALYZE', team.database);
    },
    plans: async (name, question) => {
      const since = sizeOfPlans(server.dataFolder);
      const setting = `ALTER DATABASE ${team.database} SET auto_explain.log_min_duration`;
      server.psql(`${setting} = 0`, team.database);
      try {
        await askFresh(name, question);
      } finally {
        server.psql(`${setting} = -1`, team.database);
      }
      return describePlans(server.dataFolder, 'app', since);
    },
    ...createBenchLists({
      server,
      database: team.database,
      source: near,
      scope: () => team.scope('workspace'),
      ask: askFresh,
    }),
    ...createBenchActs({ server, team, open: () => openAt(server.url(team.database, 'app')) }),
    slow: (name, delay) => {
      proxy.delay = delay;
      // Other questions leave nothing cached, so each question takes all of its round trips.
      return retrieverOver({ ...far }, name);
    },
    bare: (name) => {
      const rounds = new Map<string, SentStatement[][]>();
      const { source, sent } = keepStatements(near);
      const retriever = retrieverOver(source, name);
      return {
        retriever: {
          ...retriever,
          query: async (question, options) => {
            const found = await retriever.query(question, options);
            rounds.set(question, sent());
            return found;
          },
        },
        replay: (question) =>
          near.withConnection(async (db) => {
            for (const round of rounds.get(question) ?? [])
              await Promise.all(round.map(({ how, sql, values }) => db[how](sql, values)));
          }),
      };
    },
    alone: (name) => {
      const recorded = new Map<string, ReturnType<typeof recordSource>>();
      return async (question) => {
        const known = recorded.get(question);
        if (known !== undefined) {
          await createRetriever({ source: known.replay() }).query(question, { k: 10 });
          return;
        }
        await transactionAs(
          near,
          { role: 'ask', principal: { name }, workspace: WORKSPACE },
          async (connection) => {
            const db = createAsking(connection);
            const [scopes, totals] = await Promise.all([askScopes(db), readTotals(db)]);
            const made = recordSource(createTeamSource({ db, scopes, codec: undefined, totals }));
            await createRetriever({ source: made.source }).query(question, { k: 10 });
            recorded.set(question, made);
          },
        );
      };
    },
    trip: (name, trips) =>
      transactionAs(near, { role: 'ask', principal: { name }, workspace: WORKSPACE }, async (db) => {
        for (let i = 0; i < trips; i++) await db.rows('SELECT 1');
      }),
    ping: () =>
      far.withConnection(async (db) => {
        await db.rows('SELECT 1');
      }),
    trips: () => proxy.trips(),
    bytes: () =>
      Number(
        server.psql(
          "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = 'memora' AND relkind = 'r'",
          team.database,
        ),
      ),
    [Symbol.asyncDispose]: async () => {
      for (const pool of [near, named, far]) await pool.close();
      await proxy[Symbol.asyncDispose]();
      await team[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

interface SentStatement {
  readonly how: keyof Connection;
  readonly sql: string;
  readonly values: readonly unknown[] | undefined;
}

/** Records sent statements by round trip; `sent` returns them and resets. */
function keepStatements(lending: ConnectionSource) {
  let rounds: SentStatement[][] = [];
  let isAnswered = true;
  const keep = async <Result>(statement: SentStatement, send: () => Promise<Result>): Promise<Result> => {
    if (isAnswered) rounds.push([]);
    isAnswered = false;
    rounds.at(-1)?.push(statement);
    const answer = await send();
    isAnswered = true;
    return answer;
  };
  const keeping = (db: Connection): Connection => ({
    run: (sql) => keep({ how: 'run', sql, values: undefined }, () => db.run(sql)),
    query: (sql, values) => keep({ how: 'query', sql, values }, () => db.query(sql, values)),
    rows: (sql, values) => keep({ how: 'rows', sql, values }, () => db.rows(sql, values)),
  });
  const source: ConnectionSource = {
    ...lending,
    withConnection: (work, options) => lending.withConnection((db) => work(keeping(db)), options),
  };
  return {
    source,
    sent: () => {
      const kept = rounds;
      rounds = [];
      isAnswered = true;
      return kept;
    },
  };
}
