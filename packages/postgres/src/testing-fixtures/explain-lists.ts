import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, ConnectionSource } from '../connect/connection.ts';

/** A statement that was run under `EXPLAIN ANALYZE`, and its cost. */
export interface ExplainedStatement {
  readonly sql: string;
  /** How each table was read: `Index Scan edge_by_type 5000`, with the rows of one loop. */
  readonly reads: readonly string[];
  /** Rows that were read and then removed by a condition. */
  readonly removed: number;
  readonly rows: number;
  /** Pages of 8 KB, from memory or disk. */
  readonly pages: number;
  /**
   * Processor time of the connection's own process, in milliseconds. It is clock time if the system does not
   * report it, and in plans that the server logged.
   */
  readonly ms: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs every reading statement of a source under `EXPLAIN ANALYZE` before it runs it; `taken` returns the statements since the last call. */
export function explainReads(source: ConnectionSource): {
  readonly source: ConnectionSource;
  readonly taken: () => readonly ExplainedStatement[];
} {
  const found: ExplainedStatement[] = [];
  const explain = async (db: Connection, sql: string, values: readonly unknown[] | undefined) => {
    if (!/^\s*(?:select|with)\b/i.test(sql) || sql.includes('memora.enter')) return;
    const [[pid]] = (await db.rows('SELECT pg_backend_pid()')) as [[number]];
    const from = processorOf(pid);
    const [[[plan]]] = (await db.rows(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${sql}`,
      values,
    )) as [[[{ readonly Plan: PlanNode; readonly 'Execution Time': number }]]];
    const until = processorOf(pid);
    const ms = from === null || until === null ? plan['Execution Time'] : until - from;
    found.push({ sql, ms, ...sumUp(plan.Plan) });
  };
  const explaining = (db: Connection): Connection => {
    // In sequence: a statement is sent when the one before it is explained.
    let last: Promise<unknown> = Promise.resolve();
    const inOrder = <Result>(
      sql: string,
      values: readonly unknown[] | undefined,
      send: () => Promise<Result>,
    ) => {
      const sent = last.then(async () => {
        await explain(db, sql, values);
        return send();
      });
      last = sent.catch(() => undefined);
      return sent;
    };
    return {
      run: (sql) => inOrder(sql, undefined, () => db.run(sql)),
      query: (sql, values) => inOrder(sql, values, () => db.query(sql, values)),
      rows: (sql, values) => inOrder(sql, values, () => db.rows(sql, values)),
    };
  };
  return {
    source: {
      ...source,
      withConnection: (work, options) => source.withConnection((db) => work(explaining(db)), options),
    },
    taken: () => found.splice(0),
  };
}

/** Settings with which a server logs the cost of each statement of a database, including those in functions. */
export const TIMED_PLANS = [
  'log_min_duration = 0',
  'log_analyze = on',
  'log_buffers = on',
  'log_timing = off',
];

/** Returns a login's statements since then, from the plans that the server logged under {@link TIMED_PLANS}. */
export function readTimedPlans(
  dataFolder: string,
  login: string,
  since: number,
): readonly ExplainedStatement[] {
  const folder = join(dataFolder, 'log');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.json'));
  const lines = readFileSync(join(folder, name)).subarray(since).toString().split('\n');
  return lines.flatMap((line) => {
    const { user, message = '' } = (line === '' ? {} : JSON.parse(line)) as {
      readonly user?: string;
      readonly message?: string;
    };
    const [, ms] = /^duration: ([\d.]+) ms {2}plan:\n/.exec(message) ?? [];
    if (user !== login || ms === undefined) return [];
    const logged = JSON.parse(message.slice(message.indexOf('\n'))) as {
      readonly 'Query Text': string;
      readonly Plan: PlanNode;
    };
    return [{ sql: logged['Query Text'], ms: Number(ms), ...sumUp(logged.Plan) }];
  });
}

function sumUp(plan: PlanNode): Omit<ExplainedStatement, 'sql' | 'ms'> {
  return {
    reads: readsOf(plan),
    removed: sumOf(plan, 'Rows Removed by Filter'),
    rows: plan['Actual Rows'] ?? 0,
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

/** Returns the processor time of a process in milliseconds; null if the system does not report it. */
export function processorOf(pid: number): number | null {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : null;
}

function readsOf(node: PlanNode): string[] {
  const read = node['Index Name'] ?? node['Relation Name'];
  const own = read === undefined ? [] : [`${node['Node Type']} ${read} ${countOf(node)}`];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}

/** Rows of all loops. */
function countOf(node: PlanNode): number {
  return Math.round((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1));
}

function sumOf(node: PlanNode, name: 'Rows Removed by Filter'): number {
  const own = (node[name] ?? 0) * (node['Actual Loops'] ?? 1);
  return (node.Plans ?? []).reduce((sum, each) => sum + sumOf(each, name), own);
}
