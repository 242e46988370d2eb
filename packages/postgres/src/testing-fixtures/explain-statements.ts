import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, ConnectionSource } from '../connect/connection.ts';

/** A statement that reads a table, or all rows of a scope in it, with its plan. */
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

/** Asks the server how it will run each statement, before it does: those that read one of these tables whole are collected, with
 * `ofScope` those that read all rows of a scope in it too: of a large table no plan does that for its smallness. */
function explainStatements(
  db: Connection,
  tables: readonly string[],
  ofScope: number | null = null,
): { readonly db: Connection; readonly found: readonly WholeRead[] } {
  const found: WholeRead[] = [];
  const look = async (sql: string, values: readonly unknown[] | undefined) => {
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql)) return;
    const [[[{ Plan }]]] = (await db.rows(`EXPLAIN (FORMAT JSON) ${sql}`, values)) as [
      [[{ Plan: PlanNode }]],
    ];
    for (const table of new Set(wholeReads(Plan, { ofScope, above: null, isLimited: false })))
      if (tables.includes(table)) found.push({ table, sql, plan: JSON.stringify(Plan, null, 1) });
  };
  // One after the other: what a statement keeps is there when the next is explained.
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

/** The same for whoever takes connections from a source. */
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

/** Settings of a server that writes down the plan of each statement that runs, those within functions too. */
export const PLANS_WRITTEN: readonly string[] = [
  ...['logging_collector=on', 'log_destination=jsonlog', 'log_filename=plans.log'],
  ...['log_rotation_size=0', 'session_preload_libraries=auto_explain'],
  ...['auto_explain.log_min_duration=0', 'auto_explain.log_nested_statements=on'],
  'auto_explain.log_format=json',
];

/** What statements of a login read whole, by the plans that such a server has written since its log had so many bytes. */
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
  /** Null where that counts for none: of a small scope the whole is read sooner. */
  readonly ofScope: number | null;
  readonly above: PlanNode | null;
  /** What stands below a limit ends with it. */
  readonly isLimited: boolean;
}

/** Tables of which a node reads everything, or everything of a scope. */
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

/** True where a condition names another scope than this one. */
function isOfAnother(condition: string, scope: number): boolean {
  const [, named] = /\(scope = (\d+)\)/.exec(condition) ?? [];
  return named !== undefined && Number(named) !== scope;
}

/** The columns that a condition of an index compares: what stands before each operator. */
function columnsOf(condition: string): string[] {
  return [...condition.matchAll(/\(?(?:\w+\.)?(\w+) (?:=|<|>|<=|>=|<>|IS) /g)].map(
    ([, column = '']) => column,
  );
}
