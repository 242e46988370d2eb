import type { Connection } from '../connect/connection.ts';

/** What follows a statement that failed is refused with this code. */
const FOLLOWS = '25P02';

/**
 * Sends statements so that what goes wrong with them is undone with them, and the transaction goes on. They are sent at once: nothing of anybody
 * else comes between them. Gives the rows of the first; throws what failed.
 */
export async function inSavepoint<Row>(
  db: Connection,
  name: string,
  settings: string,
  send: () => readonly [Promise<Row[]>, ...Promise<unknown>[]],
): Promise<Row[]> {
  const begun = db.run(`SAVEPOINT ${name}; ${settings}`);
  const [rows, ...others] = send();
  const ended = db.run(`ROLLBACK TO SAVEPOINT ${name}`);
  const all = await Promise.allSettled([begun, rows, ...others, ended]);
  const failed = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const cause = failed.find((error) => (error as { code?: string }).code !== FOLLOWS) ?? failed[0];
  if (cause !== undefined) throw cause;
  return rows;
}
