import type { Question, QuestionTerm } from '../question/question.ts';

/** How the candidates of a question are found: FTS5 expressions. */
export interface CandidatePlan {
  /** Each is asked for its best; together they score no more postings than the budget, or twice that where two words stand together. */
  readonly ranked: readonly string[];
  /** Asked for its newest where the others give too few, in any order of worth; `''` where they leave nothing out. */
  readonly rest: string;
  /** True where words of the question were left out of the search for candidates. They still count in the ranking. */
  readonly cut: boolean;
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

/**
 * Chooses the words that find candidates: FTS5 scores every posting of an OR, so the rarest words go first, until their
 * postings fill the budget. What holds two of the question's words outranks nearly all that holds one, and is much less: where words
 * had to be left out, claims that hold two are looked for, commoner words among them, and apart from them those that hold a
 * rare one. Stop words are left out unless there is nothing else.
 */
export function chooseTerms(question: Question, documents: number, budget: number): CandidatePlan {
  const known = question.terms.filter((term) => term.documents > 0);
  const asking = known.filter(({ stop }) => !stop);
  // FTS5 counts each year of a range for itself: a list of years would come before what the question is about.
  const subjects = asking.filter(({ kind }) => kind !== 'range');
  const wanted = subjects.length > 0 ? subjects : asking;
  const pool = (wanted.length > 0 ? wanted : known)
    .map((term, position) => ({ term, position }))
    .sort((a, b) => a.term.documents - b.term.documents || a.position - b.position)
    .map(({ term }) => term);
  if (pool.length === 0) return { ranked: [], rest: '', cut: false };
  const allowed = wanted.length > 0 ? budget : budget * STOP_SHARE;
  const fitting = chooseRare(pool, documents, allowed);
  // Where words are left out anyway, pairs find most of what counts: half of the budget is theirs in a large vault.
  const isShared = fitting.length < pool.length && documents > LARGE;
  const chosen = isShared ? chooseRare(pool, documents, allowed / 2) : fitting;
  const rare = chosen.length > 0 ? [chosen.map(toAny).join(' OR ')] : [];
  const years = asking.filter((term) => !wanted.includes(term)).map(toAny);
  if (chosen.length === pool.length) return { ranked: rare, rest: years.join(' OR '), cut: false };
  const paired = wanted.length > 0 ? choosePairs(pool, documents, isShared ? budget / 2 : budget) : '';
  return {
    ranked: paired === '' ? rare : [paired, ...rare],
    rest: [toRest(pool, wanted.length > 0), ...years].join(' OR '),
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
function choosePairs(pool: readonly QuestionTerm[], documents: number, budget: number): string {
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
  return [...othersByFirst]
    .map(([first, others]) => `((${toAny(first)}) AND (${others.map(toAny).join(' OR ')}))`)
    .join(' OR ');
}

/** Anything that holds one of the words; of stop words alone, what holds the two rarest. */
function toRest(pool: readonly QuestionTerm[], isAsked: boolean): string {
  if (isAsked) return pool.slice(0, MOST_SEARCHED).map(toAny).join(' OR ');
  return pool
    .slice(0, 2)
    .map((term) => `(${toAny(term)})`)
    .join(' AND ');
}

function toAny({ variants }: QuestionTerm): string {
  return variants.map(({ term }) => `"${term.replaceAll('"', '')}"`).join(' OR ');
}
