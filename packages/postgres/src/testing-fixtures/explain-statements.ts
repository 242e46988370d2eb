import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, ConnectionSource } from '../connect/connection.ts';

/** A statement that reads a whole table, or all rows of a scope in it, with its plan. */
interface WholeRead {
  readonly table: string;
  readonly sql: string;
  readonly plan: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Order By'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Explains each statement before it runs, and collects those that read one of these tables whole; with `ofScope`, also those that read all rows of a scope. */
function explainStatements(
  db: Connection,
  tables: readonly string[],
  ofScope: number | null = null,
): { readonly db: Connection; readonly found: readonly WholeRead[] } {
  const found: WholeRead[] = [];
  const look = async (sql: string, values: readonly unknown[] | undefined) => {
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(sql)) return;
    const [[[{ Plan }]]] = (await db.rows(`EXPLAIN (FORMAT JSON) ${sql}`, values)) as [
      [[{ Plan: PlanNode }]],
    ];
    for (const table of new Set(wholeReads(Plan, { ofScope, above: null, isLimited: false })))
      if (tables.includes(table)) found.push({ table, sql, plan: JSON.stringify(Plan, null, 1) });
  };
  // In sequence: what a statement keeps must exist when the next one is explained.
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(
    sql: string,
    values: readonly unknown[] | undefined,
    send: () => Promise<Result>,
  ) => {
    const sent = last.then(async () => {
      await look(sql, values);
      return send();
    });
    last = sent.catch(() => undefined);
    return sent;
  };
  return {
    found,
    db: {
      run: (sql) => inOrder(sql, undefined, () => db.run(sql)),
      query: (sql, values) => inOrder(sql, values, () => db.query(sql, values)),
      rows: (sql, values) => inOrder(sql, values, () => db.rows(sql, values)),
    },
  };
}

/** Explains the statements of all connections of a source. */
export function explainSource(
  source: ConnectionSource,
  tables: readonly string[],
  ofScope: number | null,
): { readonly source: ConnectionSource; readonly found: WholeRead[] } {
  const found: WholeRead[] = [];
  return {
    found,
    source: {
      ...source,
      withConnection: (work, options) =>
        source.withConnection(async (lent) => {
          const explained = explainStatements(lent, tables, ofScope);
          try {
            return await work(explained.db);
          } finally {
            found.push(...explained.found);
          }
        }, options),
    },
  };
}

/** Settings for a server that logs the plan of each statement, including those within functions. */
export const PLANS_WRITTEN: readonly string[] = [
  ...['logging_collector=on', 'log_destination=jsonlog', 'log_filename=plans.log'],
  ...['log_rotation_size=0', 'session_preload_libraries=auto_explain'],
  ...['auto_explain.log_min_duration=0', 'auto_explain.log_nested_statements=on'],
  'auto_explain.log_format=json',
];

/** Returns the whole-table reads of a login's statements, from plans logged after a given size of the log. */
export function readWrittenPlans(
  dataFolder: string,
  login: string,
  tables: readonly string[],
  ofScope: number | null,
  since: number,
): { readonly found: readonly WholeRead[]; readonly statements: readonly string[]; readonly bytes: number } {
  const folder = join(dataFolder, 'log');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.json'));
  const bytes = readFileSync(join(folder, name));
  const found: WholeRead[] = [];
  const statements: string[] = [];
  for (const line of bytes.subarray(since).toString().split('\n')) {
    const { user, message = '' } = (line === '' ? {} : JSON.parse(line)) as {
      readonly user?: string;
      readonly message?: string;
    };
    if (user !== login || !/^duration: .* plan:\n/.test(message)) continue;
    const written = JSON.parse(message.slice(message.indexOf('\n'))) as {
      readonly 'Query Text': string;
      readonly Plan: PlanNode;
    };
    statements.push(written['Query Text']);
    for (const table of new Set(wholeReads(written.Plan, { ofScope, above: null, isLimited: false })))
      if (tables.includes(table))
        found.push({ table, sql: written['Query Text'], plan: JSON.stringify(written.Plan, null, 1) });
  }
  return { found, statements, bytes: bytes.length };
}

interface Place {
  /** Null if that does not count: reading the whole of a small scope is faster. */
  readonly ofScope: number | null;
  readonly above: PlanNode | null;
  /** Nodes below a limit stop early. */
  readonly isLimited: boolean;
}

/** Returns the tables that a node reads whole, or whole for a scope. */
function wholeReads(node: PlanNode, { ofScope, above, isLimited }: Place): string[] {
  const kind = node['Node Type'];
  const table =
    node['Relation Name'] ?? (kind === 'Bitmap Index Scan' ? above?.['Relation Name'] : undefined);
  const condition = node['Index Cond'];
  const isOfScope =
    ofScope !== null &&
    !isLimited &&
    /^(?:Index|Bitmap Index)/.test(kind) &&
    node['Order By'] === undefined &&
    (condition === undefined ||
      (columnsOf(condition).every((column) => column === 'scope') && !isOfAnother(condition, ofScope)));
  const isWhole = table !== undefined && (kind === 'Seq Scan' || isOfScope);
  const below = { ofScope, above: node, isLimited: isLimited || kind === 'Limit' };
  return [...(isWhole ? [table] : []), ...(node.Plans ?? []).flatMap((each) => wholeReads(each, below))];
}

/** True if a condition names another scope. */
function isOfAnother(condition: string, scope: number): boolean {
  const [, named] = /\(scope = (\d+)\)/.exec(condition) ?? [];
  return named !== undefined && Number(named) !== scope;
}

/** Returns the columns that an index condition compares: the names before each operator. */
function columnsOf(condition: string): string[] {
  return [...condition.matchAll(/\(?(?:\w+\.)?(\w+) (?:=|<|>|<=|>=|<>|IS) /g)].map(
    ([, column = '']) => column,
  );
}
