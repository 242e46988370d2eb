import type BetterSqlite3 from 'better-sqlite3';
import { analyseQuestion } from '../question/analyse-question.ts';
import { chooseTerms } from './choose-terms.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { prepareVocabulary } from './read-vocabulary.ts';
import {
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
  readonly hashToken?: ((token: string) => string) | undefined;
}

export interface LexicalResult {
  /** The best first; ties by key. Claims found only by a near spelling stand behind all others. */
  readonly hits: readonly ScoredCandidate[];
  /** True where common words took no part in finding candidates. */
  readonly cut: boolean;
}

export const DEFAULT_CANDIDATES = 200;
export const DEFAULT_POSTINGS = 20_000;

/** A prepared search over the lexical tables of one database connection. Any text is a safe question. */
export function prepareLexicalSearch(db: BetterSqlite3.Database, options: LexicalSearchOptions = {}) {
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
  const read = db
    .prepare(
      `SELECT rowid, ${LEXICAL_FIELDS.join(', ')} FROM lexical_fts WHERE rowid IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const statistics = prepareVocabulary(db, options.hashToken);

  return function search(text: string, limit = options.candidates ?? DEFAULT_CANDIDATES): LexicalResult {
    const totals = statistics.readTotals();
    const question = analyseQuestion(text, statistics.vocabulary(totals.languages));
    const plan = chooseTerms(question, totals.documents, postings);
    if (plan.kind === 'none') return { hits: [], cut: false };
    const keys = (plan.kind === 'any' ? ranked : newest).all(plan.match, limit) as number[];
    const rows = read.all(JSON.stringify(keys)) as [number, ...string[]][];
    const candidates = rows.map(([key, ...fields]) => ({ key, fields }));
    const hits = scoreCandidates(candidates, question, totals, parameters)
      .filter(({ score }) => score > 0)
      .sort((a, b) => Number(a.onlyTypos) - Number(b.onlyTypos) || b.score - a.score || a.key - b.key);
    return { hits, cut: plan.cut };
  };
}
