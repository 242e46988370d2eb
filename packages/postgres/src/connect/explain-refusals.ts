import { MemoraError } from '@memora/core';
import type { Connection } from './connection.ts';

/** The server's error codes for statements after a failed one, until the transaction is rolled back. */
const FOLLOWS = new Set(['25P02', '3B001']);

/** Returns a connection that remembers its first failure, and a function that replaces a follow-up error with that cause. */
export function explainRefusals(connection: Connection): {
  readonly connection: Connection;
  readonly toCause: (error: unknown) => unknown;
} {
  let cause: unknown;
  const remember = <Result>(answer: Promise<Result>): Promise<Result> => {
    answer.catch((error: unknown) => {
      if (!isRefusal(error)) cause = error;
    });
    return answer;
  };
  return {
    connection: {
      query: (sql, values) => remember(connection.query(sql, values)),
      rows: (sql, values) => remember(connection.rows(sql, values)),
      run: (sql) => remember(connection.run(sql)),
    },
    // Statements are sent together, so a follow-up error may arrive before its cause.
    toCause: (error) => (isRefusal(error) ? (cause ?? error) : error),
  };
}

function isRefusal(error: unknown): boolean {
  const said = MemoraError.isInstance(error) && error.cause !== undefined ? error.cause : error;
  return FOLLOWS.has((said as { readonly code?: string } | null)?.code ?? '');
}
