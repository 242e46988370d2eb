type Statement = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** The part of a `@memora/postgres` connection that is counted. */
interface Asked {
  readonly query: unknown;
  readonly rows: unknown;
  readonly run: unknown;
}

interface Lending<Connection> {
  readonly withConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
}

/** Counts how often code had to wait for the server before it could send the next statement: round trips, whatever the network takes. */
export interface RoundCounter<Source> {
  readonly source: Source;
  /** The statements of each round since the last call, in the order in which they went out. */
  readonly take: () => readonly (readonly string[])[];
}

/**
 * A statement that is sent before any result has come back belongs to the same round. A statement that nobody
 * waits for counts in the round in which it is sent, and the next statement does not count as waiting for it.
 */
export function countRounds<Connection extends Asked, Source extends Lending<Connection>>(
  source: Source & Lending<Connection>,
): RoundCounter<Source> {
  let rounds: string[][] = [];
  let answered = 0;
  const counted = (statement: unknown): Statement => {
    const ask = statement as Statement;
    return async (...args) => {
      // Nobody waits for the end of a read-only transaction.
      if (/^(?:COMMIT|ROLLBACK)/.test(args[0])) return ask(...args);
      const [round, of] = [answered, rounds];
      of[round] ??= [];
      of[round].push(args[0].trim());
      try {
        return await ask(...args);
      } finally {
        if (of === rounds) answered = Math.max(answered, round + 1);
      }
    };
  };
  return {
    source: {
      ...source,
      withConnection: (work) =>
        source.withConnection((db) =>
          work({
            ...db,
            query: counted(db.query),
            rows: counted(db.rows),
            run: counted(db.run),
          } as Connection),
        ),
    },
    take: () => {
      const taken = rounds;
      rounds = [];
      answered = 0;
      return taken;
    },
  };
}
