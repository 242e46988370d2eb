import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../connect/retry-locked.ts';
import { toSigningKey } from '../connect/sign-context.ts';
import { teamError } from '../connect/team-error.ts';
import { inTransaction } from '../connect/transaction-as.ts';
import { ask, askOne } from '../queries/ask.ts';
import { OWN_KEY_STATEMENT } from './context-functions.ts';
import { makeVectorColumn } from './make-vector-column.ts';
import { finishMigration, type Migration } from './migrations/finish-migration.ts';
import { MIGRATION_0001 } from './migrations/migration-0001.ts';
import { secureSchema } from './secure-schema.ts';

/** Schema changes in order. Never edit a published one. */
export const MIGRATIONS: readonly Migration[] = [{ change: MIGRATION_0001 }];

/** The schema that this version writes. */
export const TEAM_SCHEMA: number = MIGRATIONS.length;

const ROLES = ['owner', 'ask', 'write', 'publish', 'admin'] as const;
/** The lock by which workers, servers and this command wait for each other: "memora" as a number. */
const LOCK = 0x6d656d6f7261;

const lockAll = (db: Connection) => db.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);

export interface InitTeamOptions {
  readonly workspace: string;
  /** The workspace's administrator. */
  readonly admin: string;
  /** The login of servers, workers and commands. It is granted the roles, and may be neither superuser nor owner. */
  readonly login?: string | undefined;
  /** A login of one person, named like the principal. It may only ask, in its own name. */
  readonly person?: string | undefined;
  /** The key with which servers and workers sign, in hex. */
  readonly signingKey?: string | undefined;
  /** True invalidates every other key. */
  readonly isOnlyKey?: boolean;
  /** The id of the key that seals secret notes from now on, in hex. */
  readonly sealKey?: string | undefined;
  /** Write limits per scope of the workspace; omitted members stay unchanged. */
  readonly quota?: Partial<TeamQuota>;
}

/** The maximum number of note versions, and of their bytes, that one principal and all principals together may write into a scope. */
export interface TeamQuota {
  readonly notes: number;
  readonly bytes: number;
  readonly scopeNotes: number;
  readonly scopeBytes: number;
}

/** What `initTeam` found or created. */
export interface TeamSetUp {
  readonly schema: number;
  readonly workspace: string;
  readonly isNew: boolean;
}

/** Creates the roles, schema, workspace and first administrator that are missing. Needs a login that may create roles and a schema; nothing else needs one. */
export async function initTeam(source: ConnectionSource, options: InitTeamOptions): Promise<TeamSetUp> {
  const { workspace: name } = options;
  checkName(name);
  await retryLocked(() =>
    inTransaction(source, WITH_LOCK_LIMIT, async (db) => {
      await lockAll(db);
      await checkServer(db);
      await makeRoles(db);
      await closeOtherWays(db);
      if (options.login !== undefined)
        await grantLogin(db, options.login, 'ask, memora_write, memora_publish, memora_admin');
      if (options.person !== undefined) await grantLogin(db, options.person, 'ask');
      const [{ there } = { there: false }] = await db.query<{ there: boolean }>(
        "SELECT to_regnamespace('memora') IS NOT NULL AS there",
      );
      if (!there) await db.run('CREATE SCHEMA memora AUTHORIZATION memora_owner');
    }),
  );
  const schema = await migrateTeam(source);
  const isNew = await inTransaction(source, 'BEGIN; SET LOCAL ROLE memora_owner', async (db) => {
    const made = await ask(db, 'addNewWorkspace', name);
    await db.run(OWN_KEY_STATEMENT);
    await keepSigningKey(db, options);
    // The first workspace keeps @global: its administrators are named by this workspace.
    await ask(db, 'keepGlobal', name);
    // The creator of a workspace administers it, and also the global scope if this workspace keeps it and nobody does yet.
    for (const { id } of await ask(db, 'unadministered', name))
      await ask(db, 'putMember', id, options.admin, false, 'admin');
    const own = await askOne(db, 'workspaceNamed', name);
    if (own !== undefined && own.id !== 0) await ask(db, 'addScope', own.id, 'workspace', '');
    const { notes = null, bytes = null, scopeNotes = null, scopeBytes = null } = options.quota ?? {};
    await ask(db, 'limitWorkspace', name, notes, bytes, scopeNotes, scopeBytes);
    if (options.sealKey !== undefined) await ask(db, 'setKey', name, Buffer.from(options.sealKey, 'hex'));
    return made.length > 0;
  });
  return { schema, workspace: name, isNew };
}

/**
 * Migrates the schema to this version, one transaction per step, one process at a time. Returns its number. A table lock is awaited for a second and retried
 * later, so questions never queue behind it. With `repair`, policies, rights and functions that differ from this version's are rewritten. `migrations` are
 * this version's; tests pass additional ones. Throws `TEAM_LOCKED` if a lock was not available within minutes.
 */
export async function migrateTeam(
  source: ConnectionSource,
  {
    repair = false,
    migrations = MIGRATIONS,
  }: { readonly repair?: boolean; readonly migrations?: readonly Migration[] } = {},
): Promise<number> {
  const step = () =>
    inTransaction(source, WITH_LOCK_LIMIT, async (db) => {
      await lockAll(db);
      await db.run('SET LOCAL ROLE memora_owner');
      const done = await readSchema(db);
      if (done > migrations.length) throw schemaNewer(done);
      const next = migrations[done];
      if (next === undefined) {
        if (repair) await secureSchema(db, done);
        return done;
      }
      await db.run(next.change);
      if (done === 0)
        await db.run(`INSERT INTO memora.workspace (id, name) VALUES (0, '@global');
          INSERT INTO memora.scope (workspace, kind) VALUES (0, 'global');`);
      await secureSchema(db, done + 1);
      await ask(db, 'addMigration', done + 1);
      return done + 1;
    });
  for (;;) {
    const number = await retryLocked(step);
    if (number < migrations.length) continue;
    // Slow work runs outside a transaction and can be continued if interrupted.
    for (const migration of migrations) await finishMigration(source, migration);
    await retryLocked(() =>
      inTransaction(source, WITH_LOCK_LIMIT, async (db) => {
        await lockAll(db);
        await makeVectorColumn(db);
        // After an upgrade, or with new settings, the next worker determines again which embedder each choice
        // means.
        await ask(db, 'forgetIdentities');
      }),
    );
    return number;
  }
}

/** Returns the schema's number; 0 if there is none. */
export async function readSchema(db: Connection): Promise<number> {
  const [{ there } = { there: false }] = await db.query<{ there: boolean }>(
    "SELECT to_regclass('memora.migration') IS NOT NULL AS there",
  );
  if (!there) return 0;
  return (await askOne(db, 'newestMigration'))?.number ?? 0;
}

export function schemaOlder(found: number) {
  return teamError(
    'TEAM_SCHEMA_OLDER',
    `the database has schema ${found}, this program writes ${TEAM_SCHEMA}`,
    'Run `memora team migrate` as the administrator of the database. Reading goes on meanwhile.',
  );
}

export function schemaNewer(found: number) {
  return teamError(
    'TEAM_SCHEMA_NEWER',
    `the database has schema ${found}, this program knows ${TEAM_SCHEMA}`,
    'Update Memora. A database from before the first release must be created again: drop its schema `memora`, run `memora team init` and push the notes.',
  );
}

async function checkServer(db: Connection): Promise<void> {
  const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  if (version >= 150_000) return;
  throw teamError(
    'TEAM_SERVER_TOO_OLD',
    `the server is PostgreSQL ${Math.trunc(version / 10_000)}`,
    'Use 15 or later.',
  );
}

async function makeRoles(db: Connection): Promise<void> {
  for (const role of ROLES) {
    const name = `memora_${role}`;
    const found = await db.rows('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (found.length === 0)
      await db.run(`CREATE ROLE ${name} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOINHERIT`);
  }
  await db.run('GRANT memora_owner TO CURRENT_USER');
}

/**
 * Revokes rights that every login has in any database but does not need here: large objects, temporary
 * tables, and advisory locks, which writers share with erasures. Without the right to revoke, they stay as
 * they are.
 */
async function closeOtherWays(db: Connection): Promise<void> {
  await db.run(`DO $memora$
    DECLARE
      way text;
    BEGIN
      EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        FOR way IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (starts_with(proname, 'lo_') OR proname IN ('lowrite', 'loread')) LOOP
          EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || way || ' FROM PUBLIC';
        END LOOP;
        FOR way IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (starts_with(proname, 'pg_advisory_') OR starts_with(proname, 'pg_try_advisory_')) LOOP
          EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || way || ' FROM PUBLIC';
          EXECUTE 'GRANT EXECUTE ON FUNCTION ' || way || ' TO memora_owner';
        END LOOP;
      END IF;
    END $memora$`);
}

/** Stores the pads of a signing key. */
async function keepSigningKey(db: Connection, { signingKey, isOnlyKey = false }: InitTeamOptions) {
  if (signingKey === undefined) return;
  const key = toSigningKey(signingKey);
  if (key === null)
    throw teamError(
      'TEAM_SIGNING_KEY_MISSING',
      'that is not a signing key',
      'Name a file that does not exist yet, and it is made.',
    );
  await ask(db, 'addSigningKey', key.id, Buffer.from(key.innerPad), Buffer.from(key.outerPad));
  if (isOnlyKey) await ask(db, 'removeOtherKeys', key.id);
}

async function grantLogin(db: Connection, login: string, roles: string): Promise<void> {
  const [quoted] = await db.query<{ name: string }>(
    'SELECT quote_ident(rolname) AS name FROM pg_roles WHERE rolname = $1',
    [login],
  );
  if (quoted === undefined)
    throw teamError(
      'TEAM_LOGIN_REFUSED',
      'there is no such login',
      `Make it first: CREATE ROLE name LOGIN NOINHERIT PASSWORD '…';`,
    );
  await db.run(`ALTER ROLE ${quoted.name} NOINHERIT`);
  await db.run(`GRANT memora_${roles} TO ${quoted.name}`);
}

function checkName(name: string): void {
  if (/^[\p{L}\p{N}@][\p{L}\p{N} ._@-]{0,99}$/u.test(name)) return;
  throw teamError(
    'TEAM_SCOPE_UNKNOWN',
    'that is not a valid name of a workspace',
    'Use letters, digits, dots, hyphens and spaces, at most 100.',
  );
}
