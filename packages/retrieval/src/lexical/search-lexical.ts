import { analyseQuestion, readingLanguages } from '../question/analyse-question.ts';
import { byScoreThenKey } from '../retrieve/leg.ts';
import { createShares } from './add-shares.ts';
import { type CandidatePlan, chooseTerms } from './choose-terms.ts';
import { DEFAULT_LEXICAL_PARAMETERS, type LexicalParameters } from './lexical-parameters.ts';
import type { LexicalSource, SeenKeys } from './lexical-source.ts';
import {
  createVisible,
  ENOUGH_SHARE,
  EVERYTHING,
  findPassages,
  union,
  type Visible,
} from './passages/find-passages.ts';
import type { CandidateText, ClaimPlace, PassageRow } from './passages/passage-rows.ts';
import { createPassageScorer, type PassageScorer, type ScoredPassage } from './passages/score-passages.ts';
import { type QuestionReading, readQuestion } from './question-reading.ts';
import { type ScoredClaim, scoreClaims } from './score-claims.ts';

export interface LexicalSearchOptions {
  readonly parameters?: LexicalParameters;
  /** The number of passages to find by their own words. */
  readonly candidates?: number;
  /** The number of postings that may be scored for one question. */
  readonly postings?: number;
  /** Score this many postings of the rarest words first, and more only if they find too few passages. All at once by default. */
  readonly first?: number;
}

interface LexicalResult {
  /** The best first; ties by key. Claims that match only by a near spelling come last. */
  readonly hits: readonly ScoredClaim[];
  /** True if common words were skipped when searching for candidates. */
  readonly cut: boolean;
  /** True if no two claims share a passage. */
  readonly apart: boolean;
  /** Scores other claims for the same question, on the same scale. Claims with none of its words are left out. */
  readonly scoresFor: (keys: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** Texts that are scored together with the index's results: retired and secret ones. The question is also read in their languages. */
interface TextsBeside {
  readonly texts: readonly CandidateText[];
  readonly languages: readonly string[];
  /** True if the index itself contains nothing visible. */
  readonly alone?: boolean;
}

const NOTHING: TextsBeside = { texts: [], languages: [] };

const DEFAULT_CANDIDATES = 200;
export const DEFAULT_POSTINGS = 10_000;

/** Prepares a search over the full-text index of a source. Any text is a safe question. */
export function prepareLexicalSearch(source: LexicalSource, options: LexicalSearchOptions = {}) {
  const parameters = options.parameters ?? DEFAULT_LEXICAL_PARAMETERS;
  const postings = options.postings ?? DEFAULT_POSTINGS;

  /**
   * Finds passages by the rarest words alone, if they find enough. Passages that also contain a common word
   * are scored by all words; those with only common words hardly count.
   */
  const findByRare = async (plan: CandidatePlan, limit: number, seen: Visible) => {
    if (options.first === undefined || !plan.cut) return null;
    const best = await source.ranked(plan, limit);
    return best.length >= limit && (await seen.hasAmong(best, limit / ENOUGH_SHARE)) ? best : null;
  };

  /** Questions with the same pass share its visibility results. */
  const visibleBy = new WeakMap<SeenKeys, Visible>();
  const visibleTo = (pass: SeenKeys): Visible => {
    if (pass === EVERYTHING) return createVisible(source, pass);
    const known = visibleBy.get(pass) ?? createVisible(source, pass);
    visibleBy.set(pass, known);
    return known;
  };

  /** The languages in which a question is read. Their stemmers must be loaded first. */
  const languagesOf = async (text: string, others: readonly string[] = []) =>
    readingLanguages(text, union((await source.totals()).languages, others));

  const search = async (
    text: string,
    limit = options.candidates ?? DEFAULT_CANDIDATES,
    pass: SeenKeys = EVERYTHING,
    beside: TextsBeside = NOTHING,
    few: ReadonlySet<number> | null = null,
  ): Promise<LexicalResult> => {
    const totals = await source.totals();
    const languages = union(totals.languages, beside.languages);
    const scarce = new Set(totals.scarce.filter((each) => !beside.languages.includes(each)));
    const question = await source.withVocabulary(languages, (vocabulary) =>
      analyseQuestion(text, vocabulary, scarce),
    );
    const plan = chooseTerms(question, totals.documents, postings);
    const asksNone = plan.anyOf.length + plan.together.length === 0 && plan.rest === null;
    const isEmpty = asksNone || beside.alone === true;
    if (isEmpty && beside.texts.length === 0)
      return { hits: [], cut: false, apart: true, scoresFor: async () => new Map() };
    const reading = readQuestion(question, totals, parameters);
    const scorer = createPassageScorer(reading);
    const seen = visibleTo(pass);
    const scoreAll = async (keys: readonly number[]): Promise<ScoredPassage[]> => {
      const missing = scorer.missing(keys);
      if (missing.length > 0) scorer.add(await source.rows(missing));
      return scoresOf(scorer, keys);
    };
    const rare = options.first === undefined ? plan : chooseTerms(question, totals.documents, options.first);
    const found = isEmpty
      ? []
      : ((few === null ? await findByRare(rare, limit, seen) : await source.among?.(plan, few, limit)) ??
        (await findPassages(source, plan, { limit, postings, seen })));
    const read = await scoreAll(found);
    const likely = await chooseLikely(read, limit, seen, reading);
    const lone = scoreBeside(scorer, beside.texts);
    // If everything that was read was likely, it is compared with the same passages.
    const isAll = likely.chosen.length === read.length && lone.length === 0;
    const worth = isAll
      ? likely.worth
      : createShares([...likely.chosen, ...lone.map(({ passage }) => passage)], read, reading);
    const scored = isAll ? likely.chosen : orderByWorth(likely.chosen, worth);
    const toClaims = (passage: ScoredPassage, claims: readonly ClaimPlace[]): ScoredClaim[] =>
      scoreClaims(passage, worth(passage), claims, reading);
    const best = chooseBest(scored, limit, seen);
    const claims: ScoredClaim[] = [];
    for (const passage of best) claims.push(...toClaims(passage, seen.claimsOf(passage.row.key)));
    const apart = claims.length === best.length;
    for (const { passage, claim } of lone) claims.push(...toClaims(passage, [claim]));
    const hits = putTyposLast(claims, parameters).sort(byScoreThenKey);
    const scoresFor = async (keys: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const places = await source.placesOf(keys);
      const wanted = [...new Set(places.map(({ passage }) => passage))];
      const byPassage = Map.groupBy(places, ({ passage }) => passage);
      const more = (await scoreAll(wanted)).flatMap((passage) =>
        toClaims(passage, byPassage.get(passage.row.key) ?? []),
      );
      return new Map(more.flatMap((each) => (each.onlyTypos ? [] : [[each.key, each.score] as const])));
    };
    return { hits, cut: plan.cut, apart, scoresFor };
  };
  return Object.assign(search, { languagesOf });
}

function scoresOf(scorer: PassageScorer, keys: readonly number[]): ScoredPassage[] {
  const passages: ScoredPassage[] = [];
  for (const key of keys) {
    const scored = scorer.score(key);
    if (scored !== null && scored.score > 0) passages.push(scored);
  }
  return passages;
}

const ASKED_AT_ONCE = 32;
/** Factor for the number of likely passages read ahead at first; each later read takes four times as many. */
const READ_AHEAD = 2;
/** Factor for the number of claims considered. Which other claims support a passage is known only for visible claims. */
const LIKELY = 1.1;

/** Returns the visible passages that may be among the best, the best first. Others are not even requested. */
async function chooseLikely(
  passages: readonly ScoredPassage[],
  claims: number,
  seen: Visible,
  reading: QuestionReading,
): Promise<{ readonly chosen: readonly ScoredPassage[]; readonly worth: Worth }> {
  const worth = createShares(passages, passages, reading);
  const likely = orderByWorth(passages, worth);
  const keys = likely.map(({ row }) => row.key);
  const chosen: ScoredPassage[] = [];
  let found = 0;
  let ahead = READ_AHEAD * ASKED_AT_ONCE;
  for (let at = 0, read = 0; at < likely.length && found < LIKELY * claims; at += ASKED_AT_ONCE) {
    if (at === read) {
      await seen.ahead?.(keys.slice(at, at + ahead));
      read += ahead;
      ahead *= 4;
    }
    await seen.ask(keys.slice(at, at + ASKED_AT_ONCE));
    for (let i = at; i < Math.min(at + ASKED_AT_ONCE, likely.length); i++) {
      const { length } = seen.claimsOf(keys[i] as number);
      if (length > 0) chosen.push(likely[i] as ScoredPassage);
      found += length;
    }
  }
  return { chosen, worth };
}

type Worth = (passage: ScoredPassage) => number;

/** Sorts the best first, ties by key. */
function orderByWorth(passages: readonly ScoredPassage[], worth: Worth): ScoredPassage[] {
  const values = new Float64Array(passages.length);
  const order = passages.map((passage, i) => {
    values[i] = worth(passage);
    return i;
  });
  order.sort(
    (a, b) =>
      (values[b] as number) - (values[a] as number) ||
      (passages[a] as ScoredPassage).row.key - (passages[b] as ScoredPassage).row.key,
  );
  return order.map((i) => passages[i] as ScoredPassage);
}

/** Returns the first passages that together contain `claims` claims. */
function chooseBest(passages: readonly ScoredPassage[], claims: number, seen: Visible): ScoredPassage[] {
  const best: ScoredPassage[] = [];
  for (let i = 0, left = claims; i < passages.length && left > 0; i++) {
    const passage = passages[i] as ScoredPassage;
    left -= seen.claimsOf(passage.row.key).length;
    best.push(passage);
  }
  return best;
}

/** Scores each text outside the index as a passage by itself, under a key that no row has. */
function scoreBeside(
  scorer: PassageScorer,
  texts: readonly CandidateText[],
): { readonly passage: ScoredPassage; readonly claim: ClaimPlace }[] {
  const rows = texts.map(({ key, fields }, i): PassageRow & { claim: number } => ({
    claim: key,
    key: -1 - i,
    note: null,
    at: 0,
    section: 0,
    band: 0,
    fields,
  }));
  scorer.add(rows);
  const claimByRow = new Map(rows.map(({ key, claim }) => [key, claim]));
  return scoresOf(
    scorer,
    rows.map(({ key }) => key),
  ).map((passage) => ({
    passage,
    claim: {
      key: claimByRow.get(passage.row.key) as number,
      passage: passage.row.key,
      first: 0,
      end: Number.POSITIVE_INFINITY,
    },
  }));
}

/** Scales claims that match only by misspellings below every claim with an exact match. */
function putTyposLast(
  hits: readonly ScoredClaim[],
  { slipsLast }: Pick<LexicalParameters, 'slipsLast'>,
): ScoredClaim[] {
  const near = hits.filter(({ onlyTypos }) => onlyTypos);
  if (near.length === 0) return [...hits];
  const exact = hits.filter(({ onlyTypos }) => !onlyTypos);
  if (exact.length === 0) return near;
  const floor = exact.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const top = near.reduce((most, { score }) => Math.max(most, score), 0);
  return [...exact, ...near.map((hit) => ({ ...hit, score: (slipsLast * floor * hit.score) / top }))];
}
