import type { Connection, ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { inTransaction } from '../connect/transaction-as.ts';
import { functionsOf, settingOf, TRIGGERS } from './functions.ts';
import { readSchema, schemaNewer, TEAM_SCHEMA } from './migrate.ts';
import { policiesOf, tablesOf } from './policies.ts';

/** Milliseconds that a statement of the check may take. */
const LONGEST = 30_000;

/**
 * Refuses what must not be relied on: a login that row-level security does not hold, policies or functions other than this version's, a schema
 * that it does not know. A schema one older than its own is read. Returns the number of the schema. `known` is the schema of this version; a test gives a later one.
 */
export function checkDatabase(source: ConnectionSource, known: number = TEAM_SCHEMA): Promise<number> {
  return inTransaction(
    source,
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${LONGEST}`,
    async (db) => {
      // What waits for nothing goes out together, and has ended before it is judged: no statement is sent when the transaction is over.
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
      checkTriggers(triggers);
      return schema;
    },
    undefined,
    { isWaitedFor: false },
  );
}

/** All of them, once each has ended; throws what the first of them threw that failed. */
async function allOf<const Each extends readonly Promise<unknown>[]>(
  each: Each,
): Promise<{ -readonly [At in keyof Each]: Awaited<Each[At]> }> {
  await Promise.allSettled(each);
  return Promise.all(each);
}

/** The attributes of the login and of every role that it can become. */
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
    `the login is, or may become, ${first.why}, and no policy would hold it`,
    'Make a login of its own, and run `memora team init --login NAME` as the administrator.',
  );
}

/** A role of Memora that the login may take. */
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

interface StoredPolicy {
  readonly table: string;
  readonly name: string;
  readonly roles: string;
  readonly command: string;
  readonly permissive: string;
  readonly using: string | null;
  readonly check: string | null;
}

type Policies = Awaited<ReturnType<typeof readPolicies>>;

/** The tables that stand open, all tables, and the policies. */
function readPolicies(db: Connection) {
  return Promise.all([
    db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'memora'::regnamespace
       AND (relkind IN ('v', 'm', 'f') OR (relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity)))`,
    ),
    db.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind IN ('r', 'p')",
    ),
    db.query<StoredPolicy>(
      `SELECT tablename AS "table", policyname AS name, array_to_string(roles, ',') AS roles, cmd AS command, permissive,
         qual AS "using", with_check AS "check" FROM pg_policies WHERE schemaname = 'memora'`,
    ),
  ]);
}

function checkPolicies([open, tables, stored]: Policies, schema: number): void {
  if (open[0] !== undefined) throw altered(`the table ${open[0].name} stands open`);
  const unknown = tables.find(({ name }) => !tablesOf(schema).includes(name));
  if (unknown !== undefined) throw altered(`the table ${unknown.name} is none of Memora's`);
  const standing = new Map(stored.map((each) => [`${each.table}.${each.name}`, each]));
  for (const { table, name, role, command, using, check } of policiesOf(schema)) {
    const found = standing.get(`${table}.${name}`);
    standing.delete(`${table}.${name}`);
    const isSame =
      found !== undefined &&
      found.permissive === 'PERMISSIVE' &&
      found.roles === `memora_${role}` &&
      found.command === command &&
      plain(found.using) === plain(using) &&
      plain(found.check) === plain(check);
    if (!isSame)
      throw altered(`the policy ${name} of ${table} is ${found === undefined ? 'missing' : 'another'}`);
  }
  const [extra] = standing.keys();
  if (extra !== undefined) throw altered(`there is a policy ${extra} that is none of Memora's`);
}

interface StoredFunction {
  readonly name: string;
  readonly body: string;
  readonly definer: boolean;
  readonly owner: string;
  readonly config: string;
}

function readFunctions(db: Connection): Promise<readonly StoredFunction[]> {
  return db.query<StoredFunction>(
    `SELECT proname AS name, prosrc AS body, prosecdef AS definer, proowner::regrole::text AS owner, coalesce(array_to_string(proconfig, ','), '') AS config
     FROM pg_proc WHERE pronamespace = 'memora'::regnamespace`,
  );
}

function checkFunctions(stored: readonly StoredFunction[], schema: number): void {
  const functions = functionsOf(schema);
  for (const each of functions) {
    const { name, body, isDefiner } = each;
    const same = stored.filter((other) => other.name === name);
    const [found] = same;
    const isSame =
      same.length === 1 &&
      found?.body === body &&
      found.definer === isDefiner &&
      found.owner === 'memora_owner' &&
      found.config === settingOf(each);
    if (!isSame) throw altered(`the function ${name} is another`);
  }
  const extra = stored.find(({ name }) => !functions.some((each) => each.name === name));
  if (extra !== undefined) throw altered(`the function ${extra.name} is none of Memora's`);
}

interface StoredTrigger {
  readonly name: string;
  readonly table: string;
  readonly enabled: string;
  readonly statement: string;
}

function readTriggers(db: Connection): Promise<readonly StoredTrigger[]> {
  return db.query<StoredTrigger>(
    `SELECT t.tgname AS name, c.relname AS "table", t.tgenabled AS enabled, pg_get_triggerdef(t.oid) AS statement FROM pg_trigger t
     JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = 'memora'::regnamespace AND NOT t.tgisinternal`,
  );
}

function checkTriggers(stored: readonly StoredTrigger[]): void {
  for (const { name, table, statement } of TRIGGERS) {
    const found = stored.find((each) => each.name === name && each.table === table);
    const isSame =
      found?.enabled === 'O' && plain(found.statement) === plain(`CREATE TRIGGER ${name} ${statement}`);
    if (!isSame) throw altered(`the trigger ${name} of ${table} is another`);
  }
  const extra = stored.find(({ name }) => !TRIGGERS.some((each) => each.name === name));
  if (extra !== undefined) throw altered(`the trigger ${extra.name} is none of Memora's`);
}

/** A condition without what the server adds when it prints one. */
function plain(condition: string | null): string | null {
  return condition === null
    ? null
    : condition
        .replace(/ AS \w+/g, '')
        .replace(/::text\b/g, '')
        .replace(/::int(?:eger)?\[\]/g, '::int[]')
        .replace(/[\s()]/g, '');
}

function altered(what: string) {
  return teamError(
    'TEAM_POLICIES_ALTERED',
    `${what}: nothing is read from such a database`,
    'Run `memora team migrate --repair` as its administrator, and find out who changed it.',
  );
}
