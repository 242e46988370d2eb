import type { IndexStatus } from '../../model/index-status.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';

const VERSION = 'SELECT version FROM claim_index WHERE name = ?';
const COMPLETE = 'SELECT complete FROM claim_index WHERE name = ?';
const REFILL = 'UPDATE claim_index SET complete = 0 WHERE name = ?';

/** The {@link IndexStatus} of a SQLite store. */
export function createIndexStatus(db: Sqlite.Database): IndexStatus {
  return {
    versionOf: (name) => prepareOnce<[string], number>(db, VERSION).pluck().get(name) ?? null,
    isComplete: (name) => {
      const complete = prepareOnce<[string], 0 | 1>(db, COMPLETE).pluck().get(name);
      return complete === undefined ? null : complete === 1;
    },
    refill: (name) => {
      prepareOnce<[string], never>(db, REFILL).run(name);
    },
  };
}
