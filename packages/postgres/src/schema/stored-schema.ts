import type { Connection } from '../connect/connection.ts';
import { settingOf, type TeamTrigger } from './functions.ts';
import type { Policy } from './policies.ts';
import type { TeamFunction } from './team-function.ts';

interface StoredPolicy {
  readonly table: string;
  readonly name: string;
  readonly roles: string;
  readonly command: string;
  readonly permissive: string;
  readonly using: string | null;
  readonly check: string | null;
}

/** A table or view of the schema. */
interface StoredTable {
  readonly name: string;
  /** True if row-level security applies to it, even for its owner. */
  readonly isHeld: boolean;
  /** True if a role of Memora has a right to it, directly or through PUBLIC. */
  readonly isReachable: boolean;
}

/** Reads the tables and views, and the policies. */
export function readPolicies(db: Connection) {
  return Promise.all([
    db.query<StoredTable>(
      `SELECT relname AS name, relkind IN ('r', 'p') AND relrowsecurity AND relforcerowsecurity AS "isHeld",
         EXISTS (SELECT 1 FROM unnest(ARRAY['memora_ask', 'memora_write', 'memora_publish', 'memora_admin']::name[]) AS role
           WHERE has_table_privilege(role, oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
             OR has_any_column_privilege(role, oid, 'SELECT, INSERT, UPDATE, REFERENCES')) AS "isReachable"
       FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
    ),
    db.query<StoredPolicy>(
      `SELECT tablename AS "table", policyname AS name, array_to_string(roles, ',') AS roles, cmd AS command, permissive,
         qual AS "using", with_check AS "check" FROM pg_policies WHERE schemaname = 'memora'`,
    ),
  ]);
}

/** True if a stored policy equals its definition. */
export function isSamePolicy(
  found: StoredPolicy | undefined,
  { role, command, using, check }: Policy,
): found is StoredPolicy {
  return (
    found !== undefined &&
    found.permissive === 'PERMISSIVE' &&
    found.roles === `memora_${role}` &&
    found.command === command &&
    plain(found.using) === plain(using) &&
    plain(found.check) === plain(check)
  );
}

export interface StoredFunction {
  readonly name: string;
  readonly body: string;
  readonly definer: boolean;
  readonly owner: string;
  readonly config: string;
  /** Its name with the types of its parameters, for a statement. */
  readonly call: string;
  /** True if something else in the database needs it, such as a trigger. */
  readonly isUsed: boolean;
}

export function readFunctions(db: Connection): Promise<readonly StoredFunction[]> {
  return db.query<StoredFunction>(
    `SELECT proname AS name, prosrc AS body, prosecdef AS definer, proowner::regrole::text AS owner, coalesce(array_to_string(proconfig, ','), '') AS config,
       oid::regprocedure::text AS call, EXISTS (SELECT 1 FROM pg_depend d WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid) AS "isUsed"
     FROM pg_proc p WHERE pronamespace = 'memora'::regnamespace`,
  );
}

/** True if a stored function equals its definition. */
export function isSameFunction(found: StoredFunction | undefined, each: TeamFunction): boolean {
  return (
    found?.body === each.body &&
    found.definer === each.isDefiner &&
    found.owner === 'memora_owner' &&
    found.config === settingOf(each)
  );
}

export interface StoredTrigger {
  readonly name: string;
  readonly table: string;
  readonly enabled: string;
  readonly statement: string;
  /** True if the table is a partition. */
  readonly isOfPart: boolean;
}

/** Reads the triggers of all tables, without those that partitions inherit. */
export function readTriggers(db: Connection): Promise<readonly StoredTrigger[]> {
  return db.query<StoredTrigger>(
    `SELECT t.tgname AS name, c.relname AS "table", t.tgenabled AS enabled, pg_get_triggerdef(t.oid) AS statement,
       c.relispartition AS "isOfPart" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'memora'::regnamespace AND NOT t.tgisinternal AND t.tgparentid = 0`,
  );
}

/** True if a stored trigger equals its definition. */
export function isSameTrigger(found: StoredTrigger | undefined, { name, statement }: TeamTrigger): boolean {
  return found?.enabled === 'O' && plain(found.statement) === plain(`CREATE TRIGGER ${name} ${statement}`);
}

/** Removes from a condition what the server adds when it prints one. */
function plain(condition: string | null): string | null {
  return condition === null
    ? null
    : condition
        .replace(/ AS \w+/g, '')
        .replace(/::text\b/g, '')
        .replace(/::int(?:eger)?\[\]/g, '::int[]')
        .replace(/[\s()]/g, '');
}
