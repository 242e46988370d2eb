import { PUBLISHED_TABLES, type PublishedTable } from '@memora/claims/internal';
import { LEXICAL_TABLES, VECTOR_TABLES } from '@memora/retrieval/internal';

/** A policy of row-level security. `using` selects the visible rows, `check` the rows that may be written. */
export interface Policy {
  readonly table: string;
  readonly name: string;
  readonly role: 'ask' | 'write' | 'publish' | 'admin' | 'owner';
  readonly command: 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly using: string | null;
  readonly check: string | null;
}

// Each condition reads the verified context in a sub-select, which runs once per statement instead of once per row.
const VISIBLE = 'scope = ANY ((SELECT memora.visible_scopes())::int[])';
const WRITABLE = 'scope = ANY ((SELECT memora.writable())::int[])';
const PUBLISHING = 'scope = (SELECT memora.publishing())';
const ADMINISTERED = 'workspace = ANY ((SELECT memora.administered())::int[])';
const MINE = 'principal = (SELECT memora.principal())';

/** Tables whose rows no login can change or delete. */
export const APPEND_ONLY: readonly string[] = ['changelog', 'version', 'audit'];

/** The tables for note bytes, separate from the published ones. */
const NOTE_TABLES: readonly string[] = ['blob', 'head', 'version'];

/** The search table derived from published texts. */
const POSTING_TABLE = 'lexical_posting';

/** The table derived from published vectors, compared by the extension `vector`. */
const NEAR_TABLE = 'vector_near';

/** Every published table: those of claims, and of the lexical and vector indexes. */
export const TEAM_TABLES: readonly PublishedTable[] = [
  ...PUBLISHED_TABLES,
  ...LEXICAL_TABLES,
  ...VECTOR_TABLES,
];

/** Every table of a publication, including those derived here. */
export const PUBLISHED_NAMES: readonly string[] = [
  ...TEAM_TABLES.map(({ name }) => name),
  POSTING_TABLE,
  NEAR_TABLE,
];

/** Erasures, publication jobs, texts to embed, and usage. Only functions write them. */
const KEPT_BY_FUNCTIONS: readonly string[] = ['erasure', 'job', 'embedding', 'usage'];

/** Pending pushes: each user sees only their own. */
const STAGED_TABLE = 'staged';

/** Documents that wait to be read, and their results; accessible only through functions. */
const UPLOAD_TABLES: readonly string[] = ['upload', 'upload_piece'];

/** Tables with a scope in each row. */
export const SCOPED_TABLES: readonly string[] = [
  ...PUBLISHED_NAMES,
  ...NOTE_TABLES,
  // Must precede the usage, because an upload that is counted locks its own row first.
  ...UPLOAD_TABLES,
  ...KEPT_BY_FUNCTIONS,
  STAGED_TABLE,
];

/** Tables without a scope. */
const OTHER_TABLES: readonly string[] = [
  'migration',
  'workspace',
  'member',
  'group_member',
  'scope',
  'audit',
  'signing_key',
];

/** Every table of the schema `memora`. */
export const ALL_TABLES: readonly string[] = [...SCOPED_TABLES, ...OTHER_TABLES];

/** Every policy. A database with a missing, changed or additional one is rejected. */
export const POLICIES: readonly Policy[] = [
  ...PUBLISHED_NAMES.flatMap((name) => [
    read(name, 'ask', VISIBLE),
    ...(APPEND_ONLY.includes(name)
      ? [read(name, 'publish', PUBLISHING), add(name, 'publish', PUBLISHING)]
      : [all(name, 'publish', PUBLISHING)]),
  ]),
  ...NOTE_TABLES.flatMap((name) => [
    read(name, 'ask', VISIBLE),
    read(name, 'write', VISIBLE),
    read(name, 'publish', PUBLISHING),
    add(
      name,
      'write',
      name === 'version' ? `${WRITABLE} AND author = (SELECT memora.principal())` : WRITABLE,
    ),
  ]),
  ...KEPT_BY_FUNCTIONS.flatMap((name) => [
    read(name, 'ask', VISIBLE),
    read(name, 'write', VISIBLE),
    read(name, 'publish', PUBLISHING),
  ]),
  all(STAGED_TABLE, 'write', `${MINE} AND ${WRITABLE}`),
  { table: 'head', name: 'write_update', role: 'write', command: 'UPDATE', using: WRITABLE, check: WRITABLE },
  read('scope', 'ask', idOf(VISIBLE)),
  read('scope', 'write', idOf(VISIBLE)),
  read('scope', 'publish', '(SELECT memora.works())'),
  read('scope', 'admin', ADMINISTERED),
  add('scope', 'admin', `${ADMINISTERED} AND kind <> 'global' AND epoch = 0 AND fence = 0`),
  read('workspace', 'admin', ADMINISTERED.replace('workspace', 'id')),
  all('member', 'admin', ADMINISTERED),
  all('group_member', 'admin', ADMINISTERED),
  read('audit', 'admin', ADMINISTERED),
  add('audit', 'admin', MINE),
  add('audit', 'write', MINE),
  add('audit', 'ask', MINE),
  ...(['ask', 'write', 'publish', 'admin'] as const).map((role) => read('migration', role, 'true')),
  ...ALL_TABLES.map((name) => all(name, 'owner', 'true')),
];

/** The first schema of each table added after the first release. */
const SINCE: Readonly<Record<string, number>> = {};

/** Returns the tables of a schema. */
export function tablesOf(schema: number): readonly string[] {
  return ALL_TABLES.filter((name) => (SINCE[name] ?? 1) <= schema);
}

/** Returns the policies of a schema. */
export function policiesOf(schema: number): readonly Policy[] {
  const tables = tablesOf(schema);
  return POLICIES.filter(({ table }) => tables.includes(table));
}

/** Returns the statement that creates a policy. */
export function policyStatement({ table, name, role, command, using, check }: Policy): string {
  const parts = [using === null ? '' : ` USING (${using})`, check === null ? '' : ` WITH CHECK (${check})`];
  return `CREATE POLICY ${name} ON memora.${table} AS PERMISSIVE FOR ${command} TO memora_${role}${parts.join('')};`;
}

/** Returns the grants that the policies require, and no others. */
export function grantStatements(schema: number): string {
  const tables = (names: readonly string[]) => names.map((name) => `memora.${name}`).join(', ');
  const standing = tablesOf(schema);
  const published = PUBLISHED_NAMES.filter((name) => standing.includes(name));
  const changing = published.filter((name) => !APPEND_ONLY.includes(name));
  return `
REVOKE ALL ON SCHEMA memora FROM PUBLIC;
REVOKE ALL ON ${tables(standing)} FROM PUBLIC;
GRANT USAGE ON SCHEMA memora TO memora_ask, memora_write, memora_publish, memora_admin;
GRANT SELECT ON ${tables(['migration', 'scope'])} TO memora_ask, memora_write, memora_publish, memora_admin;
GRANT SELECT ON ${tables([...published, ...NOTE_TABLES, ...KEPT_BY_FUNCTIONS])} TO memora_ask, memora_publish;
GRANT SELECT ON ${tables(KEPT_BY_FUNCTIONS)} TO memora_write;
GRANT SELECT, INSERT ON ${tables(NOTE_TABLES)} TO memora_write;
GRANT UPDATE ON memora.head TO memora_write;
GRANT SELECT, INSERT, UPDATE ON memora.${STAGED_TABLE} TO memora_write;
GRANT INSERT, UPDATE, DELETE ON ${tables(changing)} TO memora_publish;
GRANT INSERT ON memora.changelog TO memora_publish;
GRANT SELECT ON ${tables(['workspace', 'member', 'group_member', 'audit'])} TO memora_admin;
GRANT INSERT ON memora.scope TO memora_admin;
GRANT INSERT, UPDATE, DELETE ON memora.member TO memora_admin;
GRANT INSERT, DELETE ON memora.group_member TO memora_admin;
GRANT INSERT ON memora.audit TO memora_ask, memora_write, memora_admin;`;
}

function read(table: string, role: Policy['role'], using: string): Policy {
  return { table, name: `${role}_select`, role, command: 'SELECT', using, check: null };
}

function add(table: string, role: Policy['role'], check: string): Policy {
  return { table, name: `${role}_insert`, role, command: 'INSERT', using: null, check };
}

function all(table: string, role: Policy['role'], condition: string): Policy {
  return { table, name: `${role}_all`, role, command: 'ALL', using: condition, check: condition };
}

function idOf(condition: string): string {
  return condition.replace('scope', 'id');
}
