import type { Question, QuestionTerm } from '../question/question.ts';

/** How to find the candidates of a question, in the terms of the index. Each index translates it into its own query. */
export interface CandidatePlan {
  /** Finds any of these terms; their postings stay within the budget. A term of two words occurs twice here and counts twice. */
  readonly anyOf: readonly string[];
  /** Words too common to search alone: finds passages with one of `first` and one of `others`. Searched before `anyOf`. */
  readonly together: readonly TermsTogether[];
  /**
   * A subset of `anyOf` that is used instead in a large vault, if `together` finds enough: the other terms
   * add little and have most of the postings. Null if all are used.
   */
  readonly rarest: readonly string[] | null;
  /** Searched newest first, without ranking, if the other terms find too few; null if no word was left out. */
  readonly rest: RestTerms | null;
  /** True if some words of the question were left out of the candidate search. They still count in the ranking. */
  readonly cut: boolean;
}

export interface TermsTogether {
  readonly first: readonly string[];
  readonly others: readonly string[];
}

/** Matches passages with one term of each list of `allOf`, or with one of `anyOf`. */
export interface RestTerms {
  readonly allOf: readonly (readonly string[])[];
  readonly anyOf: readonly string[];
}

/** A word in more than this share of the claims hardly narrows anything. */
const COMMON_SHARE = 0.5;
const SMALL = 2000;
const LARGE = 200_000;
/** More words than a question usually has. A longer text is searched by its rarest words. */
const MOST_SEARCHED = 24;
/** The share of the budget for a question of stop words alone, which asks for nothing in particular. */
const STOP_SHARE = 0.2;
/** The number of rarest common words that are searched in pairs, together with the rare ones. */
const PAIRED = 5;
/** Reading the postings of a more common word costs more than its pairs are worth. */
const PAIRED_SHARE = 0.1;
/**
 * The share of the budget that pairs may be expected to find in a large vault. A larger share did not bring
 * the results closer to those of a search with all words.
 */
const LARGE_PAIRS = 0.3;
/** In a large vault: postings of the words that are searched alone if pairs find enough. */
const RAREST = 500;

/**
 * Chooses the words that find candidates. Every posting of an OR is scored, so the rarest words are chosen
 * first, until their postings fill the budget. Passages with two of the question's words outrank nearly all
 * passages with one, and are far fewer. So if words had to be left out, pairs, including those of more common
 * words, are searched too, separately from the rare words. Stop words are left out unless there is nothing
 * else.
 */
export function chooseTerms(question: Question, documents: number, budget: number): CandidatePlan {
  const known = question.terms.filter((term) => term.documents > 0);
  const asking = known.filter(({ stop }) => !stop);
  // Each year of a range counts separately; a list of years would crowd out the subject of the question.
  const subjects = asking.filter(({ kind }) => kind !== 'range');
  const wanted = subjects.length > 0 ? subjects : asking;
  const pool = (wanted.length > 0 ? wanted : known)
    .map((term, position) => ({ term, position }))
    .sort((a, b) => a.term.documents - b.term.documents || a.position - b.position)
    .map(({ term }) => term);
  if (pool.length === 0) return { anyOf: [], together: [], rarest: null, rest: null, cut: false };
  const allowed = wanted.length > 0 ? budget : budget * STOP_SHARE;
  const fitting = chooseRare(pool, documents, allowed);
  // If words are left out anyway, pairs find most of the relevant passages, so in a large vault the rare
  // words get half of the budget.
  const isShared = fitting.length < pool.length && documents > LARGE;
  const chosen = isShared ? chooseRare(pool, documents, allowed / 2) : fitting;
  const anyOf = chosen.flatMap(toTerms);
  const years = asking.filter((term) => !wanted.includes(term)).flatMap(toTerms);
  if (chosen.length === pool.length)
    return {
      anyOf,
      together: [],
      rarest: null,
      rest: years.length > 0 ? { allOf: [], anyOf: years } : null,
      cut: false,
    };
  return {
    anyOf,
    together: wanted.length > 0 ? choosePairs(pool, documents, isShared ? LARGE_PAIRS * budget : budget) : [],
    rarest: isShared ? chooseRare(pool, documents, Math.min(RAREST, allowed / 2)).flatMap(toTerms) : null,
    rest: toRest(pool, years, wanted.length > 0),
    cut: true,
  };
}

/** Chooses the rarest words whose postings fit the budget. */
function chooseRare(pool: readonly QuestionTerm[], documents: number, budget: number): QuestionTerm[] {
  const chosen: QuestionTerm[] = [];
  let postings = 0;
  for (const term of pool) {
    const common = documents > SMALL && term.documents > documents * COMMON_SHARE && chosen.length > 0;
    if (postings + term.documents > budget || common || chosen.length === MOST_SEARCHED) break;
    chosen.push(term);
    postings += term.documents;
  }
  return chosen;
}

/** Chooses pairs of words, the rarest expected pairs first, until the expected matches fill the budget. */
function choosePairs(pool: readonly QuestionTerm[], documents: number, budget: number): TermsTogether[] {
  const words = pool.slice(0, PAIRED).filter((term) => term.documents < documents * PAIRED_SHARE);
  const pairs = words
    .flatMap((a, i) =>
      words.slice(i + 1).map((b) => ({ a, b, together: (a.documents * b.documents) / documents })),
    )
    .sort((x, y) => x.together - y.together);
  const othersByFirst = new Map<QuestionTerm, QuestionTerm[]>();
  let expected = 0;
  for (const { a, b, together } of pairs) {
    expected += together;
    if (expected > budget) break;
    othersByFirst.set(a, [...(othersByFirst.get(a) ?? []), b]);
  }
  return [...othersByFirst].map(([first, others]) => ({
    first: toTerms(first),
    others: others.flatMap(toTerms),
  }));
}

/** Matches any passage with one of the words; for stop words alone, passages with the two rarest. */
function toRest(pool: readonly QuestionTerm[], years: readonly string[], isAsked: boolean): RestTerms {
  if (isAsked) return { allOf: [], anyOf: [...pool.slice(0, MOST_SEARCHED).flatMap(toTerms), ...years] };
  return { allOf: pool.slice(0, 2).map(toTerms), anyOf: years };
}

function toTerms({ variants }: QuestionTerm): string[] {
  return variants.map(({ term }) => term);
}
