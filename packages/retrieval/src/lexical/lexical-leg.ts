import type BetterSqlite3 from 'better-sqlite3';
import type { Leg } from '../retrieve/leg.ts';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { type LexicalSearchOptions, prepareLexicalSearch } from './search-lexical.ts';

/** The lexical leg over the tables of one database connection. */
export function createLexicalLeg(db: BetterSqlite3.Database, options: LexicalSearchOptions = {}): Leg {
  const search = prepareLexicalSearch(db, options);
  return {
    name: 'lexical',
    async find(question, { limit, pass }) {
      await loadStemmers(search.languagesOf(question));
      const { hits, cut, scoresFor } = search(question, limit, (keys) => pass(keys));
      return { found: hits, cut, scoresOfReached: scoresFor };
    },
  };
}
