import type * as Sqlite from '../../model/sqlite-database.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';

/** Which publication a database holds. It stands in the database: whatever a crash or a power cut leaves of the log, it is true of what is left. */
interface PublicationMark {
  /** Where the publication is, and whose. */
  readonly database: string;
  readonly scope: number;
  /** The publication that is held; null while there may be more in it. */
  readonly epoch: number | null;
  /** Up to which transaction the notes beside it are those of the publication; null where all are to be looked at. */
  readonly seen: string | null;
}

const NAME = 'publication';

/** The mark of a database for a scope; null where it holds no publication of it. */
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
