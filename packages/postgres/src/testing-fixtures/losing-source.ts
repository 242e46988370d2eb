import type { Connection, ConnectionSource } from '../connect/connection.ts';

/** Returns a source whose connections are all lost at the n-th statement: before it runs, or after it ran but before the answer arrives. */
export function losing(source: ConnectionSource, at: number, isRun: boolean) {
  let sent = 0;
  let isLost = false;
  const lose = () => {
    isLost = true;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isLost) return lose();
    if (sent++ !== at) return work();
    if (isRun) await work();
    return lose();
  };
  const withConnection: ConnectionSource['withConnection'] = (work, options) =>
    source.withConnection(
      ({ query, rows, run }) =>
        work({
          query: ((sql, values) => guard(() => query(sql, values))) as Connection['query'],
          rows: ((sql, values) => guard(() => rows(sql, values))) as Connection['rows'],
          run: (sql) => guard(() => run(sql)),
        }),
      options,
    );
  return { source: { ...source, withConnection }, sent: () => sent };
}
