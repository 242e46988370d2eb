import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { inTransaction } from '../connect/transaction-as.ts';
import { functionsOf, TRIGGERS } from './functions.ts';
import { readSchema, schemaNewer, TEAM_SCHEMA } from './migrate.ts';
import { policiesOf, tablesOf } from './policies.ts';
import {
  isSameFunction,
  isSamePolicy,
  isSameTrigger,
  readFunctions,
  readPolicies,
  readTriggers,
  type StoredFunction,
  type StoredTrigger,
} from './stored-schema.ts';

/** Statement timeout of the check in milliseconds. */
const LONGEST = 30_000;

/**
 * Rejects an unsafe database: a login that bypasses row-level security, policies or functions that differ from this version's, or an unknown schema. The
 * previous schema is still supported. Returns the schema's number. `known` is this version's schema; tests pass a later one.
 */
export function checkDatabase(source: ConnectionSource, known: number = TEAM_SCHEMA): Promise<number> {
  return inTransaction(
    source,
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${LONGEST}`,
    async (db) => {
      // Independent checks are sent together and all finish before they are evaluated, so that no statement is sent after the transaction.
      const [, role] = await allOf([checkLogin(db), findRole(db)]);
      const [, schema, policies, functions, triggers] = await allOf([
        db.run(`SET LOCAL ROLE ${role}`),
        readSchema(db),
        readPolicies(db),
        readFunctions(db),
        readTriggers(db),
      ]);
      refuseSchema(schema, known);
      checkPolicies(policies, schema);
      checkFunctions(functions, schema);
      checkTriggers(triggers, schema);
      return schema;
    },
    undefined,
    { isWaitedFor: false },
  );
}

/** Waits until all have finished, then throws the error of the first that failed. */
async function allOf<const Each extends readonly Promise<unknown>[]>(
  each: Each,
): Promise<{ -readonly [At in keyof Each]: Awaited<Each[At]> }> {
  await Promise.allSettled(each);
  return Promise.all(each);
}

/** Checks the attributes of the login and of every role that it can become. */
async function checkLogin(db: Connection): Promise<void> {
  const strong = await db.query<{ why: string }>(
    `SELECT CASE WHEN rolsuper THEN 'a superuser' WHEN rolbypassrls THEN 'one that bypasses row-level security'
       ELSE 'the owner of the tables' END AS why
     FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
       AND (rolsuper OR rolbypassrls OR rolname = 'memora_owner' OR oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'memora'))`,
  );
  const [first] = strong;
  if (first === undefined) return;
  throw teamError(
    'TEAM_LOGIN_TOO_STRONG',
    `the login is, or may become, ${first.why}, and the policies would not apply to it`,
    'Make a login of its own, and run `memora team init --login NAME` as the administrator.',
  );
}

/** Returns a role of Memora that the login may take. */
async function findRole(db: Connection): Promise<string> {
  const [[{ there } = { there: false }], [role]] = await Promise.all([
    db.query<{ there: boolean }>(
      "SELECT to_regnamespace('memora') IS NOT NULL AND has_schema_privilege('memora_ask', 'memora', 'USAGE') AS there",
    ),
    db.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles WHERE rolname IN ('memora_ask', 'memora_write', 'memora_publish', 'memora_admin')
       AND pg_has_role(session_user, oid, 'MEMBER') ORDER BY rolname LIMIT 1`,
    ),
  ]);
  if (!there)
    throw teamError(
      'TEAM_NOT_INITIALISED',
      'the database holds no memory of a team',
      'Run `memora team init` as its administrator.',
    );
  if (role !== undefined) return role.name;
  throw teamError(
    'TEAM_RIGHTS_MISSING',
    'the login has none of the roles of Memora',
    'Run `memora team init --login NAME` as the administrator of the database.',
  );
}

function refuseSchema(schema: number, known: number): void {
  const oldest = Math.max(1, known - 1);
  if (schema > known) throw schemaNewer(schema);
  if (schema >= oldest) return;
  throw teamError(
    'TEAM_SCHEMA_OLDER',
    `the database has schema ${schema}, this program reads ${oldest} and later`,
    'Run `memora team migrate` as the administrator of the database.',
  );
}

type Policies = Awaited<ReturnType<typeof readPolicies>>;

/** Other tables and partitions are allowed if no role of Memora has a right to them. */
function checkPolicies([tables, stored]: Policies, schema: number): void {
  const ours = tablesOf(schema);
  const open = tables.find(({ name, isHeld }) => ours.includes(name) && !isHeld);
  if (open !== undefined) throw altered(`the table ${open.name} is not protected by policies`);
  const foreign = tables.find(({ name, isReachable }) => !ours.includes(name) && isReachable);
  if (foreign !== undefined)
    throw altered(`logins of Memora may reach the table ${foreign.name}, which is not a table of Memora`);
  const standing = new Map(
    stored.filter(({ table }) => ours.includes(table)).map((each) => [`${each.table}.${each.name}`, each]),
  );
  for (const policy of policiesOf(schema)) {
    const { table, name } = policy;
    const found = standing.get(`${table}.${name}`);
    standing.delete(`${table}.${name}`);
    if (!isSamePolicy(found, policy))
      throw altered(
        `the policy ${name} of ${table} is ${found === undefined ? 'missing' : 'not the one of this version'}`,
      );
  }
  const [extra] = standing.keys();
  if (extra !== undefined) throw altered(`the policy ${extra} is not one of Memora's`);
}

function checkFunctions(stored: readonly StoredFunction[], schema: number): void {
  const functions = functionsOf(schema);
  for (const each of functions) {
    const { name } = each;
    const same = stored.filter((other) => other.name === name);
    const [found] = same;
    if (same.length !== 1 || !isSameFunction(found, each))
      throw altered(`the function ${name} is not the one of this version`);
  }
  const extra = stored.find(({ name }) => !functions.some((each) => each.name === name));
  if (extra !== undefined) throw altered(`the function ${extra.name} is not one of Memora's`);
}

function checkTriggers(all: readonly StoredTrigger[], schema: number): void {
  const stored = all.filter(({ table, isOfPart }) => isOfPart || tablesOf(schema).includes(table));
  for (const trigger of TRIGGERS) {
    const { name, table } = trigger;
    const found = stored.find((each) => each.name === name && each.table === table);
    if (!isSameTrigger(found, trigger))
      throw altered(`the trigger ${name} of ${table} is not the one of this version`);
  }
  const extra = stored.find(({ name }) => !TRIGGERS.some((each) => each.name === name));
  if (extra !== undefined) throw altered(`the trigger ${extra.name} is not one of Memora's`);
}

function altered(what: string) {
  return teamError(
    'TEAM_POLICIES_ALTERED',
    `${what}: nothing is read from such a database`,
    'Run `memora team migrate --repair` as its administrator, and find out who changed it.',
  );
}
