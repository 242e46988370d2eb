import type { Question, QuestionTerm } from '../question/question.ts';

/** How the candidates of a question are found. */
export interface CandidatePlan {
  /** `any` ranks every claim that holds one of the terms; `newest` and `all` only take the newest that hold the terms. */
  readonly kind: 'any' | 'all' | 'newest' | 'none';
  /** The FTS5 expression; `''` for `none`. */
  readonly match: string;
  /** True where words of the question were left out of the search for candidates. They still count in the ranking. */
  readonly cut: boolean;
}

/** A word that stands in so many of the claims hardly narrows anything. */
const COMMON_SHARE = 0.5;
const SMALL = 2000;
/** More words than a question has: a text given as a question is searched by its rarest. */
const MOST_SEARCHED = 24;
/** Stop words alone ask for nothing in particular: they get so much of the budget. */
const STOP_SHARE = 0.2;

/**
 * Chooses the words that find candidates: FTS5 scores every posting of an OR, so the rarest words go first, until their
 * postings fill the budget. Stop words are left out unless there is nothing else. If not even the rarest word fits,
 * the newest claims that hold the two rarest are taken, and the result says that it is cut.
 */
export function chooseTerms(question: Question, documents: number, budget: number): CandidatePlan {
  const known = question.terms.filter((term) => term.documents > 0);
  const wanted = known.filter(({ stop }) => !stop);
  const pool = (wanted.length > 0 ? wanted : known)
    .map((term, position) => ({ term, position }))
    .sort((a, b) => a.term.documents - b.term.documents || a.position - b.position)
    .map(({ term }) => term);
  if (pool.length === 0) return { kind: 'none', match: '', cut: false };
  const allowed = wanted.length > 0 ? budget : budget * STOP_SHARE;
  const chosen: QuestionTerm[] = [];
  let postings = 0;
  for (const term of pool) {
    const common = documents > SMALL && term.documents > documents * COMMON_SHARE && chosen.length > 0;
    if (postings + term.documents > allowed || common || chosen.length === MOST_SEARCHED) break;
    chosen.push(term);
    postings += term.documents;
  }
  const cut = chosen.length < pool.length;
  if (chosen.length > 0) return { kind: 'any', match: chosen.map(toAny).join(' OR '), cut };
  const rarest = pool.slice(0, 2);
  return {
    kind: rarest.length > 1 ? 'all' : 'newest',
    match: rarest.map((term) => `(${toAny(term)})`).join(' AND '),
    cut: true,
  };
}

function toAny({ variants }: QuestionTerm): string {
  return variants.map(({ term }) => `"${term.replaceAll('"', '')}"`).join(' OR ');
}
