import { MemoraError } from '@memora/core';
import type { Connection } from './connection.ts';

/** What the server answers to whatever follows a statement that failed, until the transaction is undone. */
const FOLLOWS = new Set(['25P02', '3B001']);

/** A connection that remembers what failed on it, and what to throw in place of an error that only follows from that. */
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
    // Statements go out together: who hears of the refusal may be heard before who hears why.
    toCause: (error) => (isRefusal(error) ? (cause ?? error) : error),
  };
}

function isRefusal(error: unknown): boolean {
  const said = MemoraError.isInstance(error) && error.cause !== undefined ? error.cause : error;
  return FOLLOWS.has((said as { readonly code?: string } | null)?.code ?? '');
}
