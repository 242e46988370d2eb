import type { Connection } from '../connect/connection.ts';
import type { StoredStatement } from './stored-statement.ts';

/** A connection that also runs stored statements. */
export interface AskingConnection extends Connection {
  readonly ask: <Row>(statement: StoredStatement, values: readonly unknown[]) => Promise<Row[]>;
}

interface Call {
  readonly statement: StoredStatement;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a connection that calls stored statements. Requests made at the same time are sent as one statement, in order. */
export function createAsking(db: Connection): AskingConnection {
  let waiting: Call[] = [];
  const send = (): void => {
    const calls = waiting;
    waiting = [];
    if (calls.length === 0) return;
    const values: unknown[] = [];
    const called = calls.map(
      ({ statement, values: own }) =>
        `memora.${statement.name}(${own.map((value) => `$${values.push(toSent(value))}`).join(', ')})`,
    );
    db.rows<readonly never[]>(`SELECT ${called.join(', ')}`, values).then(
      ([row = []]) => {
        for (const [i, { resolve }] of calls.entries()) resolve(row[i] as never);
      },
      (error: unknown) => {
        for (const { reject } of calls) reject(error);
      },
    );
  };
  // Other statements are sent after earlier requests.
  const behind =
    <Args extends unknown[], Result>(sendOther: (...args: Args) => Result) =>
    (...args: Args): Result => {
      send();
      return sendOther(...args);
    };
  return {
    run: behind(db.run),
    query: behind(db.query) as Connection['query'],
    rows: behind(db.rows) as Connection['rows'],
    ask: (statement, values) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(send);
        waiting.push({ statement, values, resolve: resolve as Call['resolve'], reject });
      }),
  };
}

/** Formats number lists for the server: the driver would quote each element like a text. */
function toSent(value: unknown): unknown {
  return Array.isArray(value) && value.every(isWritten) ? `{${value.join(',')}}` : value;
}

function isWritten(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
