import type * as Sqlite from '@memora/claims/sqlite';
import type { SecretCodec } from '@memora/privacy';
import type { KeptRows } from '../source/kept-rows.ts';
import type { CandidatePlan } from './choose-terms.ts';
import { prepareMatches } from './full-text.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { DEFAULT_LEXICAL_PARAMETERS, type LexicalParameters } from './lexical-parameters.ts';
import type { LexicalSource } from './lexical-source.ts';
import { keepPassageRows } from './passages/keep-passage-rows.ts';
import { preparePassageRows } from './passages/passage-rows.ts';
import { createTermRanks } from './passages/term-ranks.ts';
import { prepareVocabulary } from './read-vocabulary.ts';
import { prepareSecretTexts } from './tables/secret-texts.ts';
import {
  toAnyExpression,
  toPairExpression,
  toRestExpression,
  toWholeExpression,
} from './to-match-expression.ts';

/** If the terms of a plan have more postings than this, the full-text index ranks them: it reads a posting faster than it returns one. */
const MOST_SUMMED = 2_000;
/** The same limit for a plan with pairs. It names its terms several times but they are read once here, so summing pays off even for the first question. */
const MOST_SUMMED_ONCE = 1_000;

/** Maximum number of postings of a term that is read separately when it is requested again. */
const MOST_READ = 10_000;

/**
 * Factor for the number of pair matches taken in a large vault: they cost less than matches of rare words,
 * and more of them answer the question.
 */
const MORE_PAIRS = 2;

/** Creates a source over the full-text index of a database connection. It returns synchronously. Rows in `kept` are read once until something is written. */
export function createSqliteLexicalSource(
  db: Sqlite.Database,
  decrypt?: SecretCodec['decrypt'] | undefined,
  parameters: LexicalParameters = DEFAULT_LEXICAL_PARAMETERS,
  kept?: KeptRows,
): LexicalSource & { readonly documents: () => number } {
  const weights = LEXICAL_FIELDS.map((field) => parameters.weights[field].toFixed(3)).join(', ');
  const { ranked, among, newest } = prepareMatches(db, weights);
  const { readTotals, vocabulary } = prepareVocabulary(db, kept);
  const summed = kept === undefined ? null : createTermRanks(db, weights, kept);
  // The first question after a write runs as one statement: reading each term separately pays off only from the second question on.
  const asked = kept?.once(() => ({ times: 0, terms: new Set<string>() }));
  const isSummed = ({ together, anyOf, rarest }: CandidatePlan): boolean => {
    if (asked === undefined || rarest !== null) return false;
    if (together.length === 0 && asked().times++ === 0) return false;
    const { documentsWith } = vocabulary([]);
    const terms = new Set([...together.flatMap(({ first, others }) => [...first, ...others]), ...anyOf]);
    // Reading a repeated term separately pays off, because an agent uses the same words of its work again and
    // again.
    const { terms: before } = asked();
    const postings = [...terms].reduce(
      (sum, term) => sum + (before.has(term) && documentsWith(term) <= MOST_READ ? 0 : documentsWith(term)),
      0,
    );
    for (const term of terms) before.add(term);
    return postings <= (together.length === 0 ? MOST_SUMMED : MOST_SUMMED_ONCE);
  };
  const rankedBy = (plan: CandidatePlan, limit: number): number[] => {
    const find = (match: string, most: number) => (match === '' ? [] : ranked.all(match, most));
    const { anyOf, rarest } = plan;
    const together = find(toPairExpression(plan), rarest === null ? limit : MORE_PAIRS * limit);
    const others = rarest !== null && together.length >= limit ? rarest : anyOf;
    return [...new Set([...together, ...find(toAnyExpression(others), limit)])];
  };
  const rows = preparePassageRows(db);
  const passagesOf = new WeakMap<ReadonlySet<number>, string>();
  return {
    documents: () => readTotals().documents,
    totals: readTotals,
    withVocabulary: (languages, read) => read(vocabulary(languages)),
    ranked: (plan, limit) =>
      summed !== null && isSummed(plan)
        ? [...new Set([...summed.together(plan.together, limit), ...summed.any(plan.anyOf, limit)])]
        : rankedBy(plan, limit),
    among: (plan, claims, limit) => {
      let passages = passagesOf.get(claims);
      if (passages === undefined) {
        passages = JSON.stringify([...new Set(rows.placesOf([...claims]).map(({ passage }) => passage))]);
        passagesOf.set(claims, passages);
      }
      const match = toWholeExpression(plan);
      return match === '' ? [] : among.all(match, passages, limit);
    },
    newest: (rest, limit, before) =>
      newest.all(toRestExpression(rest), before ?? Number.MAX_SAFE_INTEGER, limit),
    ...(kept === undefined ? rows : keepPassageRows(rows, kept)),
    holdsNoSecret: true,
    secrets: prepareSecretTexts(db, decrypt, kept),
  };
}
