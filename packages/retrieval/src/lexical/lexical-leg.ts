import type BetterSqlite3 from 'better-sqlite3';
import type { Leg, LegRequest } from '../retrieve/leg.ts';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { type LexicalSearchOptions, prepareLexicalSearch } from './search-lexical.ts';

/** The lexical leg over the tables of one database connection. */
export function createLexicalLeg(db: BetterSqlite3.Database, options: LexicalSearchOptions = {}): Leg {
  const search = prepareLexicalSearch(db, options);
  return {
    name: 'lexical',
    async find(question, { limit, pass, gone }) {
      await loadStemmers(search.languagesOf(question));
      const texts = gone.size === 0 ? [] : await readTexts(gone, options.hashToken);
      const { hits, cut, scoresFor } = search(question, limit, (keys) => pass(keys), texts);
      return { found: hits, cut, scoresOfReached: scoresFor };
    },
  };
}

/** Few ask what was known once; reading texts brings the stemmers of every language. */
async function readTexts(gone: LegRequest['gone'], hashToken: LexicalSearchOptions['hashToken']) {
  const { readGone } = await import('./read-gone.ts');
  return readGone(gone, hashToken);
}
