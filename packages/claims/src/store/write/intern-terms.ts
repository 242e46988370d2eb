import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** Interned texts and topics of one connection. Keys are looked up once and cached. */
export interface TermTable {
  readonly termKey: (text: string) => number;
  /** Returns the key of a pair of normalised terms. */
  readonly topicKey: (subject: string, predicate: string) => number;
  /** Call at the start of each transaction: drops what another process may have changed. */
  readonly begin: () => void;
  /** Call after a rollback: keys returned since `begin` may be gone. */
  readonly reset: () => void;
}

const CACHE_LIMIT = 200_000;

/** Creates the table over an open database. */
export function createTermTable(db: Sqlite.Database): TermTable {
  const findTerm = prepareValue(db, 'findTerm');
  // Without RETURNING, for which SQLite first stores the rows in a temporary table.
  const addTerm = prepareQuery(db, 'addTerm');
  const findTopic = prepareValue(db, 'findTopic');
  const addTopic = prepareQuery(db, 'addTopic');
  const terms = new Map<string, number>();
  const topics = new Map<number, Map<number, number>>();
  let version = -1;

  const reset = (): void => {
    terms.clear();
    topics.clear();
  };
  const termKey = (text: string): number => {
    let key = terms.get(text);
    if (key === undefined) {
      // Most texts that are not in the cache are new.
      key = addedKey(addTerm.run(text)) ?? (findTerm.get(text) as number);
      if (terms.size >= CACHE_LIMIT) reset();
      terms.set(text, key);
    }
    return key;
  };
  return {
    termKey,
    topicKey: (subject, predicate) => {
      const s = termKey(subject);
      const p = termKey(predicate);
      let byPredicate = topics.get(s);
      if (byPredicate === undefined) {
        byPredicate = new Map();
        topics.set(s, byPredicate);
      }
      let key = byPredicate.get(p);
      if (key === undefined) {
        key = addedKey(addTopic.run(s, p)) ?? (findTopic.get(s, p) as number);
        byPredicate.set(p, key);
      }
      return key;
    },
    begin: () => {
      const now = db.pragma('data_version', { simple: true }) as number;
      if (now !== version) reset();
      version = now;
    },
    reset,
  };
}

function addedKey({ changes, lastInsertRowid }: Sqlite.RunResult): number | undefined {
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}
