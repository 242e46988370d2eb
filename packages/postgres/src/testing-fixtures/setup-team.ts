import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import type { Blake3 } from '@memora/core';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import type { ConnectionSource } from '../connect/connection.ts';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { initTeam } from '../schema/migrate.ts';
import { readScopes, type ScopeKind, scopeOf } from '../team/scopes.ts';

export const WORKSPACE = 'acme';

/** A team's database on a test server, with Ann as administrator, Ben as writer and Eve as reader. */
export interface TestTeam extends AsyncDisposable {
  readonly database: string;
  /** Connects with the app's login. */
  readonly source: ConnectionSource;
  /** Connects as the database administrator. */
  readonly owner: ConnectionSource;
  readonly hash: Blake3;
  /** Creates a folder that is removed at the end. */
  readonly folder: (notes?: Readonly<Record<string, string>>) => string;
  readonly scope: (kind: ScopeKind, principal?: string) => Promise<number>;
  readonly as: (name: string) => {
    readonly source: ConnectionSource;
    readonly principal: { readonly name: string };
    readonly workspace: string;
    readonly database: string;
    readonly hash: Blake3;
    readonly codec: undefined;
  };
}

let made = 0;

export async function setupTeam(server: TestServer, login = 'app'): Promise<TestTeam> {
  const database = `team_${process.pid}_${made++}`;
  server.psql(`CREATE DATABASE ${database}`);
  server.psql(
    `DO $$ BEGIN CREATE ROLE ${login} LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const at = (who?: string) => readAddress({ url: server.url(database, who), from: 'flag', env: TEAM_ENV });
  const owner = openPool(at(), { connections: 2 });
  await initTeam(owner, { workspace: WORKSPACE, admin: 'ann', login, signingKey: TEAM_KEY });
  server.psql(
    `INSERT INTO memora.member (workspace, principal, role) SELECT id, p, r FROM memora.workspace, (VALUES ('ben', 'writer'), ('eve', 'reader')) AS m (p, r) WHERE name = '${WORKSPACE}';
     INSERT INTO memora.scope (workspace, kind, owner) SELECT id, 'user', p FROM memora.workspace, unnest(ARRAY['ann', 'ben', 'eve']) AS p WHERE name = '${WORKSPACE}'`,
    database,
  );
  const source = openPool(at(login), { connections: 4 });
  const hash = await loadBlake3();
  const folders: string[] = [];
  const as: TestTeam['as'] = (name) => ({
    source,
    principal: { name },
    workspace: WORKSPACE,
    database,
    hash,
    codec: undefined,
  });
  return {
    database,
    source,
    owner,
    hash,
    as,
    folder: (notes = {}) => {
      const root = mkdtempSync(join(tmpdir(), 'memora-team-'));
      folders.push(root);
      for (const [path, text] of Object.entries(notes)) writeNote(root, path, text);
      return root;
    },
    scope: async (kind, principal = 'ann') => {
      const { id } = await transactionAs(
        source,
        { role: 'ask', principal: { name: principal }, workspace: WORKSPACE },
        async (db) => scopeOf(await readScopes(db), kind),
      );
      // Sends the end of the transaction: as long as this process stays busy the transaction is open, and VACUUM could not mark rows as visible to all.
      await new Promise(setImmediate);
      return id;
    },
    [Symbol.asyncDispose]: async () => {
      await source.close();
      await owner.close();
      server.psql(`DROP DATABASE ${database} WITH (FORCE)`);
      for (const root of folders) rmSync(root, { recursive: true, force: true });
    },
  };
}

let clock = Date.parse('2026-01-01T00:00:00Z') / 1000;

/** Writes a note with a distinct modification time. */
export function writeNote(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  clock += 7;
  utimesSync(join(root, path), clock, clock);
}
