import type { Connection } from '../connect/connection.ts';

/** A statement that reads a table of the schema whole, with its plan. */
export interface WholeRead {
  readonly table: string;
  readonly sql: string;
  readonly plan: string;
}

/** Asks the server how it will run each statement, before it does: those that read one of these tables whole are collected. */
export function explainStatements(
  db: Connection,
  tables: readonly string[],
): { readonly db: Connection; readonly found: readonly WholeRead[] } {
  const found: WholeRead[] = [];
  const look = async (sql: string, values: readonly unknown[] | undefined) => {
    if (!/^\s*(?:SELECT|WITH)\b/.test(sql)) return;
    const lines = await db.rows<[string]>(`EXPLAIN ${sql}`, values);
    const plan = lines.map(([line]) => line).join('\n');
    for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g))
      if (tables.includes(table)) found.push({ table, sql, plan });
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
