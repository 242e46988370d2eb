import type { SqliteClaimStore } from '@memora/claims';

/** What a worker's SQLite file says of itself. It stands in the file: whatever a crash or a power cut leaves of the log, it is true of what is left. */
export interface PublicationMark {
  readonly database: string;
  readonly scope: number;
  /** The publication that the file holds; null while it may hold more. */
  readonly epoch: number | null;
  /** Up to which transaction the notes beside it are those of the heads; null where all are to be looked at. */
  readonly seen: string | null;
}

const NAME = 'publication';

/** The mark of a store for a scope of a database; null where it holds no publication of it. */
export function readMark(
  { database: db }: Pick<SqliteClaimStore, 'database'>,
  { database, scope }: Pick<PublicationMark, 'database' | 'scope'>,
): (PublicationMark & { readonly epoch: number }) | null {
  const text = db.prepare<[string], unknown>('SELECT value FROM meta WHERE name = ?').pluck().get(NAME);
  if (typeof text !== 'string') return null;
  const { epoch, ...mark } = JSON.parse(text) as PublicationMark;
  return mark.database === database && mark.scope === scope && epoch !== null ? { ...mark, epoch } : null;
}

export function writeMark(
  { transaction }: Pick<SqliteClaimStore, 'transaction'>,
  { database, scope, epoch, seen }: PublicationMark,
): void {
  transaction((db) =>
    db
      .prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
      .run(NAME, JSON.stringify({ database, scope, epoch, seen })),
  );
}
