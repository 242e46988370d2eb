import { type CandidatePlan, numberOfTerm, type RestTerms } from '@memora/retrieval/internal';
import type { AskingConnection } from '../stored/create-asking.ts';
import { FEW_OF_BANDS, NEWEST, RANKED, RANKED_OF_BANDS } from '../stored/posting-statements.ts';
import { withoutNone } from './kept-rows.ts';
import { type LastingRows, lastingAnswers } from './lasting-rows.ts';
import type { ScopeKeys } from './scope-keys.ts';

/** Totals over the visible scopes on which a passage's score depends. */
interface PostingStatistics {
  readonly documents: number;
  /** The average number of terms per passage, in all fields. */
  readonly averageLength: number;
  readonly documentsOf: (term: string) => number;
}

type RankedRow = readonly [scope: number, key: number, part: number];

const LEAST_RARITY = 1e-6;

interface WeighedTerms {
  readonly terms: readonly string[];
  readonly rarities: readonly number[];
}

/** The results of a plan, with what is kept of them for later statements. */
export interface FoundByPostings {
  /** Passages that match pairs first, then those with any term; at most `limit` of each. */
  readonly best: readonly number[];
  /** The result of `newest` for the rest of the plan, if fewer than `limit` were found; null if it was not searched. */
  readonly rest: readonly number[] | null;
}

/** Creates a search for passages by their postings: plain rows, found by integer equality. */
export function createPostingFinder(
  db: AskingConnection,
  keys: ScopeKeys,
  statistics: () => PostingStatistics,
  lasting: LastingRows,
) {
  // Hundreds of rows per question: a flat array of numbers takes an eighth of the space of triples.
  const answers = lastingAnswers<number>(lasting, 8);
  /** If no later statement uses the result, equal requests are cached. */
  const ask = async (values: readonly unknown[], isKept: boolean): Promise<readonly number[]> => {
    const name = isKept ? '' : `${RANKED.name} ${JSON.stringify(values)}`;
    const known = isKept ? undefined : answers.get(name);
    if (known !== undefined) return known;
    const found = withoutNone(await db.ask<RankedRow>(RANKED, values)).flat();
    if (!isKept) answers.set(name, found);
    return found;
  };
  /** Lists each term once, weighted by its number of occurrences: a word in several pairs would otherwise have its postings read for each. */
  const weigh = (terms: readonly string[]): WeighedTerms => {
    const { documents, documentsOf } = statistics();
    const times = new Map<string, number>();
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
    const rarities = [...times].map(([term, asked]) => {
      const count = documentsOf(term);
      return asked * Math.max(LEAST_RARITY, Math.log((documents - count + 0.5) / (count + 0.5)));
    });
    return { terms: [...times.keys()], rarities };
  };
  return {
    /** Also searches the rest if requested. With `isKept`, keeps the results as `found` and the best of them as `near`. */
    ranked: async (
      plan: CandidatePlan,
      limit: number,
      { isKept = false, withRest = isKept }: { readonly isKept?: boolean; readonly withRest?: boolean } = {},
    ): Promise<FoundByPostings> => {
      const { together, anyOf, rest } = plan;
      const paired = weigh(together.flatMap(({ first, others }) => [...first, ...others]));
      const any = weigh(anyOf);
      const isRestRead = withRest && rest !== null;
      if (paired.terms.length + any.terms.length === 0 && !isRestRead) return { best: [], rest: null };
      const bitsOf = (list: 'first' | 'others') =>
        paired.terms.map((term) =>
          together.reduce((bits, pair, i) => (pair[list].includes(term) ? bits + 2 ** i : bits), 0),
        );
      const values = [
        keys.ids,
        paired.terms.map(numberOfTerm),
        paired.rarities,
        bitsOf('first'),
        bitsOf('others'),
        any.terms.map(numberOfTerm),
        any.rarities,
        statistics().averageLength,
        limit,
        isKept,
        ...restValues(isRestRead ? rest : NOTHING),
      ];
      const found = await ask(values, isKept);
      const keysOf = (isIn: (part: number) => boolean) => {
        const all = new Set<number>();
        for (let i = 0; i < found.length; i += 3) {
          const [scope, key, part] = [found[i], found[i + 1], found[i + 2]] as [number, number, number];
          if (isIn(part)) all.add(keys.toKey(scope, key));
        }
        return [...all];
      };
      return { best: keysOf((part) => part < 2), rest: isRestRead ? keysOf((part) => part === 2) : null };
    },
    /** Returns passages of some bands that contain a word of a plan, the best first; null if there are too many passages of these bands. */
    rankedOfBands: async (
      plan: CandidatePlan,
      bands: readonly number[],
    ): Promise<readonly number[] | null> => {
      const { together, anyOf, rest } = plan;
      const ofRest = [...(rest?.allOf.flat() ?? []), ...(rest?.anyOf ?? [])];
      const paired = together.flatMap(({ first, others }) => [...first, ...others]);
      const { terms, rarities } = weigh([...paired, ...anyOf, ...ofRest]);
      const values = [keys.ids, bands, terms.map(numberOfTerm), rarities, statistics().averageLength];
      const rows = await db.rows<[number, number | null, number | null]>(RANKED_OF_BANDS, values);
      if ((rows[0]?.[0] ?? 0) > FEW_OF_BANDS) return null;
      return rows.flatMap(([, scope, key]) => (scope === null || key === null ? [] : keys.toKey(scope, key)));
    },
    newest: async (rest: RestTerms, limit: number, before: number | null): Promise<readonly number[]> => {
      const below = before === null ? null : keys.fromKey(before);
      const place = [below?.key ?? null, below?.scope.id ?? null];
      const rows = await db.ask<[number, number]>(NEWEST, [keys.ids, ...restValues(rest), limit, ...place]);
      return rows.map(([scope, key]) => keys.toKey(scope, key));
    },
  };
}

const NOTHING: RestTerms = { allOf: [], anyOf: [] };

/** Returns the first list, the terms of the other lists with their list number, the number of lists, and the terms of which one is enough. */
function restValues({ allOf: [first = [], ...others], anyOf }: RestTerms): readonly unknown[] {
  const unique = (terms: readonly string[]) => [...new Set(terms.map(numberOfTerm))];
  const also = others.flatMap((terms, list) => unique(terms).map((term) => ({ term, list })));
  return [
    unique(first),
    also.map(({ term }) => term),
    also.map(({ list }) => list),
    others.length,
    unique(anyOf),
  ];
}
