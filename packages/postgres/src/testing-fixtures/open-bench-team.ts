import type { SqliteClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { LEXICAL_TABLES } from '@memora/retrieval/internal';
import { startServer } from '../../../../scripts/testing-fixtures/start-postgres.ts';
import type { ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { publishRows } from '../publish/publish-rows.ts';
import { openTeamRetriever, type TeamRetriever } from '../retrieve/open-team-retriever.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { openProxy } from './open-proxy.ts';
import { setupTeam, WORKSPACE } from './setup-team.ts';

/** A server with a team's memory, for `bench team`: stores are published into scopes as they are, and asked. */
export interface BenchTeam extends AsyncDisposable {
  /** Puts the claims of a store in the place of what a scope held. */
  readonly publish: (store: SqliteClaimStore, kind: ScopeKind, principal?: string) => Promise<void>;
  readonly retriever: (principal: string, options?: { readonly prepared?: boolean }) => TeamRetriever;
  /** The same over a network that takes so many milliseconds a round trip; 0 for as it is. */
  readonly slow: (principal: string, delay: number) => TeamRetriever;
  /** Bytes of all tables and indexes that claims are published in. */
  readonly bytes: () => number;
}

export async function openBenchTeam(): Promise<BenchTeam> {
  const server = await startServer(['shared_buffers=256MB']);
  const team = await setupTeam(server);
  // Nobody waits for the scopes that hold nothing.
  server.psql('UPDATE memora.scope SET epoch = 1', team.database);
  const proxy = await openProxy(server.socket, server.port);
  const openAt = (url: string, prepared = false) =>
    openPool(readAddress({ url, from: 'flag', env: {} }), { connections: 2, prepared });
  const near = openAt(server.url(team.database, 'app'));
  const named = openAt(server.url(team.database, 'app'), true);
  const far = openAt(`postgresql://app@127.0.0.1:${proxy.port}/${team.database}`);
  const retrieverOver = (source: ConnectionSource, name: string) =>
    openTeamRetriever({ source, principal: { name }, workspace: WORKSPACE });
  return {
    publish: async (store, kind, principal) => {
      const scope = await team.scope(kind, principal);
      await transactionAs(team.source, { role: 'publish', scope }, (db) =>
        publishRows(db, scope, readPublished(store.database, LEXICAL_TABLES), {
          isWhole: true,
          last: async () => undefined,
        }),
      );
      // As a publication leaves it: no scope without an epoch.
      server.psql(`UPDATE memora.scope SET epoch = epoch + 1 WHERE id = ${scope}`, team.database);
      server.psql('VACUUM ANALYZE', team.database);
    },
    retriever: (name, { prepared = false } = {}) => retrieverOver(prepared ? named : near, name),
    slow: (name, delay) => {
      proxy.delay = delay;
      return retrieverOver(far, name);
    },
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
