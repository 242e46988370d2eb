import type * as Sqlite from '../../model/sqlite-database.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';

/** The publication that a database contains. It is stored in the database itself, so that it matches the data after a crash or power cut. */
interface PublicationMark {
  /** The place of the publication, and its owner. */
  readonly database: string;
  readonly scope: number;
  /** The stored publication; null while more of it may follow. */
  readonly epoch: number | null;
  /** The transaction up to which the notes beside it match the publication; null if all must be checked. */
  readonly seen: string | null;
}

const NAME = 'publication';

/** Returns the mark of a database for a scope; null if it contains no publication of it. */
export function readPublicationMark(
  db: Sqlite.Database,
  { database, scope }: Pick<PublicationMark, 'database' | 'scope'>,
): (PublicationMark & { readonly epoch: number }) | null {
  const text = readMeta(db, NAME);
  if (typeof text !== 'string') return null;
  const { epoch, ...mark } = JSON.parse(text) as PublicationMark;
  return mark.database === database && mark.scope === scope && epoch !== null ? { ...mark, epoch } : null;
}

export function writePublicationMark(
  db: Sqlite.Database,
  { database, scope, epoch, seen }: PublicationMark,
): void {
  db.transaction(() => {
    writeMeta(db, NAME, JSON.stringify({ database, scope, epoch, seen }));
  }).immediate();
}
