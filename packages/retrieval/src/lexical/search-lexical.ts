import type * as Sqlite from '@memora/claims/sqlite';
import type { SecretCodec } from '@memora/privacy';
import { analyseQuestion, readingLanguages } from '../question/analyse-question.ts';
import { type CandidatePlan, chooseTerms } from './choose-terms.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { prepareVocabulary } from './read-vocabulary.ts';
import {
  type CandidateText,
  DEFAULT_LEXICAL_PARAMETERS,
  type LexicalParameters,
  type ScoredCandidate,
  scoreCandidates,
} from './score-candidates.ts';

export interface LexicalSearchOptions {
  readonly parameters?: LexicalParameters;
  /** Candidates that are read and scored. */
  readonly candidates?: number;
  /** Postings that FTS5 may score for one question. */
  readonly postings?: number;
  /** Opens secret claims, for the questions that may find them. */
  readonly decrypt?: SecretCodec['decrypt'] | undefined;
}

export interface LexicalResult {
  /** The best first; ties by key. Claims found only by a near spelling stand behind all others. */
  readonly hits: readonly ScoredCandidate[];
  /** True where common words took no part in finding candidates. */
  readonly cut: boolean;
  /** Scores of other claims for the same question, on the same scale; those that hold none of its words are left out. */
  readonly scoresFor: (keys: readonly number[]) => ReadonlyMap<number, number>;
}

/** Texts that are scored with what the index finds: those it has let go of, and secret ones. The question is read in their languages too. */
export interface TextsBeside {
  readonly texts: readonly CandidateText[];
  readonly languages: readonly string[];
}

const NOTHING: TextsBeside = { texts: [], languages: [] };

/** Which keys may be seen. */
export type KeyFilter = (keys: readonly number[]) => {
  readonly has: (key: number) => boolean;
  readonly size: number;
};

/** If less than one in so many candidates passes the filter, the search is widened. */
const ENOUGH_SHARE = 4;
export const DEFAULT_CANDIDATES = 200;
export const DEFAULT_POSTINGS = 10_000;

/** A prepared search over the lexical tables of one database connection. Any text is a safe question. */
export function prepareLexicalSearch(db: Sqlite.Database, options: LexicalSearchOptions = {}) {
  const parameters = options.parameters ?? DEFAULT_LEXICAL_PARAMETERS;
  const postings = options.postings ?? DEFAULT_POSTINGS;
  const weights = LEXICAL_FIELDS.map((field) => parameters.weights[field].toFixed(3)).join(', ');
  const ranked = db
    .prepare(
      `SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' ORDER BY rank LIMIT ?`,
    )
    .pluck();
  const newest = db
    .prepare('SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? ORDER BY rowid DESC LIMIT ?')
    .pluck();
  const older = db
    .prepare(
      'SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck();
  const read = db
    .prepare(
      `SELECT rowid, ${LEXICAL_FIELDS.join(', ')} FROM lexical_fts WHERE rowid IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const statistics = prepareVocabulary(db);

  const rankedBy = (plan: CandidatePlan, limit: number) => [
    ...new Set(plan.ranked.flatMap((match) => ranked.all(match, limit) as number[])),
  ];

  /**
   * The keys the plan finds, as far as they pass. Where few do, the search goes on until there are enough or nothing is left: what may
   * not be seen, and words that were left out, never shorten the list.
   */
  const findKeys = (plan: CandidatePlan, limit: number, pass: KeyFilter): number[] => {
    const best = rankedBy(plan, limit);
    const first = best.length < limit && plan.rest !== '' ? union(best, newest.all(plan.rest, limit)) : best;
    const passing = filtered(first, pass);
    const isAll = first.length < limit && plan.rest === '';
    if (isAll || passing.length * ENOUGH_SHARE >= limit) return passing;
    let found = union(passing, filtered(rankedBy(plan, postings), pass));
    let page = plan.rest === '' ? [] : (newest.all(plan.rest, postings) as number[]);
    while (page.length > 0 && found.length * ENOUGH_SHARE < limit) {
      found = union(found, filtered(page, pass));
      page = older.all(plan.rest, page.at(-1), postings) as number[];
    }
    return found.slice(0, limit);
  };

  /** The languages a question is read in; their stemmers have to be loaded before it is asked. */
  const languagesOf = (text: string, others: readonly string[] = []) =>
    readingLanguages(text, union(statistics.readTotals().languages, others));

  const search = (
    text: string,
    limit = options.candidates ?? DEFAULT_CANDIDATES,
    pass: KeyFilter = EVERYTHING,
    beside: TextsBeside = NOTHING,
  ): LexicalResult => {
    const totals = statistics.readTotals();
    const languages = union(totals.languages, beside.languages);
    const question = analyseQuestion(text, statistics.vocabulary(languages));
    const plan = chooseTerms(question, totals.documents, postings);
    const isEmpty = plan.ranked.length === 0 && plan.rest === '';
    if (isEmpty && beside.texts.length === 0) return { hits: [], cut: false, scoresFor: () => new Map() };
    const rank = (candidates: readonly CandidateText[]) =>
      scoreCandidates(candidates, question, totals, parameters).filter((each) => each.score > 0);
    const score = (keys: readonly number[]) => {
      const rows = read.all(JSON.stringify(keys)) as [number, ...string[]][];
      return rank(rows.map(([key, ...fields]) => ({ key, fields })));
    };
    const found = isEmpty ? [] : score(findKeys(plan, limit, pass));
    const scored = [...found, ...rank(beside.texts)];
    const hits = putTyposLast(scored).sort((a, b) => b.score - a.score || a.key - b.key);
    const scoresFor = (keys: readonly number[]) =>
      new Map(score(keys).flatMap((each) => (each.onlyTypos ? [] : [[each.key, each.score] as const])));
    return { hits, cut: plan.cut, scoresFor };
  };
  return Object.assign(search, { languagesOf });
}

const EVERYTHING: KeyFilter = (keys) => new Set(keys);

function filtered(keys: readonly number[], pass: KeyFilter): number[] {
  const seen = pass(keys);
  return keys.filter((key) => seen.has(key));
}

function union<Item>(items: readonly Item[], others: readonly unknown[]): Item[] {
  return [...new Set([...items, ...(others as readonly Item[])])];
}

/** Scales claims that hold only words spelt like the question's to below every claim that holds one of them. */
function putTyposLast(hits: readonly ScoredCandidate[]): ScoredCandidate[] {
  const exact = hits.filter(({ onlyTypos }) => !onlyTypos);
  const near = hits.filter(({ onlyTypos }) => onlyTypos);
  if (exact.length === 0) return near;
  const floor = exact.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const top = near.reduce((most, { score }) => Math.max(most, score), 0);
  return [...exact, ...near.map((hit) => ({ ...hit, score: (0.9 * floor * hit.score) / top }))];
}
