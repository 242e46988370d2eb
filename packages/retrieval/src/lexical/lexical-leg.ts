import type { Leg, LegRequest } from '../retrieve/leg.ts';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { isBesideIndex, type LexicalSource } from './lexical-source.ts';
import { type LexicalSearchOptions, prepareLexicalSearch } from './search-lexical.ts';

/** The minimum number of passages found by their own words. Fewer would miss matches that only a window of several passages shows. */
const LEAST_PASSAGES = 150;

/** Creates the lexical leg over the full-text index of a source. */
export function createLexicalLeg(
  source: LexicalSource,
  { least = LEAST_PASSAGES, ...options }: LexicalSearchOptions & { readonly least?: number } = {},
): Leg {
  const search = prepareLexicalSearch(source, options);
  return {
    name: 'lexical',
    async find(question, { limit, pass, gone, few, bands }) {
      const secret = await source.secrets(pass);
      await loadStemmers(await search.languagesOf(question, secret.languages));
      const then = gone.size === 0 ? [] : await readTexts(gone);
      const beside = {
        texts: [...then, ...secret.texts],
        languages: secret.languages,
        alone: isBesideIndex(source, bands),
      };
      const { hits, cut, apart, scoresFor } = await search(
        question,
        Math.max(limit, least),
        pass,
        beside,
        few,
      );
      return { found: hits, cut, apart, scoresOfReached: scoresFor };
    },
  };
}

/** Loaded only if needed: historical questions are rare, and reading texts loads the stemmers of every language. */
async function readTexts(gone: LegRequest['gone']) {
  const { readGone } = await import('./tables/read-gone.ts');
  return readGone(gone);
}
