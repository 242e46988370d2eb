import type * as Sqlite from '@memora/claims/sqlite';
import type { Leg, LegRequest } from '../retrieve/leg.ts';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { type LexicalSearchOptions, prepareLexicalSearch } from './search-lexical.ts';
import { prepareSecretTexts } from './tables/secret-texts.ts';

/** Passages that are found by their own words at least: fewer miss what only a window of several tells. */
const LEAST_PASSAGES = 150;

/** The lexical leg over the tables of one database connection. */
export function createLexicalLeg(
  db: Sqlite.Database,
  { least = LEAST_PASSAGES, ...options }: LexicalSearchOptions & { readonly least?: number } = {},
): Leg {
  const search = prepareLexicalSearch(db, options);
  const readSecrets = prepareSecretTexts(db, options.decrypt);
  return {
    name: 'lexical',
    async find(question, { limit, pass, gone }) {
      const secret = readSecrets(pass);
      await loadStemmers(search.languagesOf(question, secret.languages));
      const then = gone.size === 0 ? [] : await readTexts(gone);
      const beside = { texts: [...then, ...secret.texts], languages: secret.languages };
      const { hits, cut, scoresFor } = search(question, Math.max(limit, least), (keys) => pass(keys), beside);
      return { found: hits, cut, scoresOfReached: scoresFor };
    },
  };
}

/** Few ask what was known once; reading texts brings the stemmers of every language. */
async function readTexts(gone: LegRequest['gone']) {
  const { readGone } = await import('./tables/read-gone.ts');
  return readGone(gone);
}
