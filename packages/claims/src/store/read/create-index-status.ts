import type { IndexStatus } from '../../model/index-status.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQueryOnce } from '../queries/prepare-query.ts';

/** The {@link IndexStatus} of a SQLite store. */
export function createIndexStatus(db: Sqlite.Database): IndexStatus {
  return {
    versionOf: (name) => prepareQueryOnce(db, 'versionOf').get(name)?.version ?? null,
    isComplete: (name) => {
      const complete = prepareQueryOnce(db, 'isFilled').get(name)?.complete;
      return complete === undefined ? null : complete === 1;
    },
    refill: (name) => {
      prepareQueryOnce(db, 'refillIndex').run(name);
    },
  };
}
