import type { Question, QuestionTerm } from '../question/question.ts';

/** How the candidates of a question are found, in the terms of the index; each index has its own way to ask for that. */
export interface CandidatePlan {
  /** Any of these terms; their postings stay within the budget. A term of two words stands in it twice, and counts twice. */
  readonly anyOf: readonly string[];
  /** Words too common to be asked for alone: what holds one of `first` and one of `others`. Asked for before `anyOf`. */
  readonly together: readonly TermsTogether[];
  /**
   * Those of `anyOf` that are asked for where words together find enough, in a large vault: the others hardly add to that, and have most of the postings. Null
   * where all of them are asked for.
   */
  readonly rarest: readonly string[] | null;
  /** Asked for its newest where the others give too few, in any order of worth; null where they leave nothing out. */
  readonly rest: RestTerms | null;
  /** True where words of the question were left out of the search for candidates. They still count in the ranking. */
  readonly cut: boolean;
}

export interface TermsTogether {
  readonly first: readonly string[];
  readonly others: readonly string[];
}

/** What holds one term of each list of `allOf`, or one of `anyOf`. */
export interface RestTerms {
  readonly allOf: readonly (readonly string[])[];
  readonly anyOf: readonly string[];
}

/** A word that stands in this many of the claims hardly narrows anything. */
const COMMON_SHARE = 0.5;
const SMALL = 2000;
const LARGE = 200_000;
/** More words than a question has: a text given as a question is searched by its rarest. */
const MOST_SEARCHED = 24;
/** Stop words alone ask for nothing in particular: they get so much of the budget. */
const STOP_SHARE = 0.2;
/** Of words too common to search for by themselves, this many of the rarest (with the rare ones) are searched for in pairs. */
const PAIRED = 5;
/** Reading where a commoner word stands takes longer than a pair of it is worth. */
const PAIRED_SHARE = 0.1;
/** Of the budget, what pairs may be expected to find in a large vault. More found no more of what a search that leaves out no word does. */
const LARGE_PAIRS = 0.3;
/** In a large vault, postings of the words that find passages by themselves beside enough that hold two. */
const RAREST = 500;

/**
 * Chooses the words that find candidates: every posting of an OR is scored, so the rarest words go first, until their
 * postings fill the budget. What holds two of the question's words outranks nearly all that holds one, and is much less: where words
 * had to be left out, claims that hold two are looked for, commoner words among them, and apart from them those that hold a
 * rare one. Stop words are left out unless there is nothing else.
 */
export function chooseTerms(question: Question, documents: number, budget: number): CandidatePlan {
  const known = question.terms.filter((term) => term.documents > 0);
  const asking = known.filter(({ stop }) => !stop);
  // Each year of a range is counted for itself: a list of years would come before what the question is about.
  const subjects = asking.filter(({ kind }) => kind !== 'range');
  const wanted = subjects.length > 0 ? subjects : asking;
  const pool = (wanted.length > 0 ? wanted : known)
    .map((term, position) => ({ term, position }))
    .sort((a, b) => a.term.documents - b.term.documents || a.position - b.position)
    .map(({ term }) => term);
  if (pool.length === 0) return { anyOf: [], together: [], rarest: null, rest: null, cut: false };
  const allowed = wanted.length > 0 ? budget : budget * STOP_SHARE;
  const fitting = chooseRare(pool, documents, allowed);
  // Where words are left out anyway, pairs find most of what counts: in a large vault the rare words get half of the budget.
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

/** The rarest words, as far as their postings stay within the budget. */
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

/** Two words at a time, those first that should stand together least often, until what should be found fills the budget. */
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

/** Anything that holds one of the words; of stop words alone, what holds the two rarest. */
function toRest(pool: readonly QuestionTerm[], years: readonly string[], isAsked: boolean): RestTerms {
  if (isAsked) return { allOf: [], anyOf: [...pool.slice(0, MOST_SEARCHED).flatMap(toTerms), ...years] };
  return { allOf: pool.slice(0, 2).map(toTerms), anyOf: years };
}

function toTerms({ variants }: QuestionTerm): string[] {
  return variants.map(({ term }) => term);
}
