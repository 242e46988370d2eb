import type { Connection } from '../connect/connection.ts';

/** The code for statements after a failed one. */
const FOLLOWS = '25P02';

/**
 * Sends statements in a savepoint, so that a failure rolls back only them and the transaction continues. They are sent together, with no other statement
 * in between. Returns the rows of the first; throws the failure.
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
