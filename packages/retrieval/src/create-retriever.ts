import type { CandidateRow, Claim, ClaimFilter, SqliteClaimStore } from '@memora/claims';
import { type ClaimId, MemoraError } from '@memora/core';
import { createFeedbackSteps } from './feedback/find-feedback-steps.ts';
import type { FeedbackStore } from './feedback/open-feedback-store.ts';
import {
  byScoreThenId,
  type Candidate,
  type DiversityOptions,
  diversify,
  diversifyAbove,
} from './fusion/diversify.ts';
import { orderWithinPassages } from './fusion/order-within-passages.ts';
import { createGraphExpansion, type GraphOptions } from './graph/create-graph-expansion.ts';
import type { Hit, QueryOptions, QueryResult, Retriever } from './hit.ts';
import { createLexicalLeg } from './lexical/lexical-leg.ts';
import type { HitPassage } from './lexical/passages/hit-passages.ts';
import type { AskedWord } from './lexical/score-claims.ts';
import type { LexicalSearchOptions } from './lexical/search-lexical.ts';
import { createPassageFinder } from './passages/create-passage-finder.ts';
import { type Reranker, rerankHits } from './rerank/reranker.ts';
import type { LegAnswer } from './retrieve/ask-legs.ts';
import { createFilterCache } from './retrieve/create-pass.ts';
import { createCandidateFinder, DEFAULT_OFFERED, DEFAULT_WEIGHTS } from './retrieve/find-candidates.ts';
import { GRAPH } from './retrieve/follow-graph.ts';
import type { Leg } from './retrieve/leg.ts';
import { snippetOf } from './retrieve/snippet-of.ts';
import { toFilter } from './retrieve/to-filter.ts';
import { createSqliteSource } from './source/create-sqlite-source.ts';
import type { RetrievalSource } from './source/retrieval-source.ts';
import type { VectorIndex } from './vector/create-vector-index.ts';
import { WEIGHTS } from './weights.ts';

/** Options of a retriever over a claim store on this machine. */
export interface RetrieverOptions extends RetrieverTuning {
  /** Open it with `createLexicalIndex()` among its `indexes`, and close it only after the last query. */
  readonly store: SqliteClaimStore;
  /** Adds the vector leg. Pass the same index to `openClaimStore`. */
  readonly vectors?: VectorIndex;
}

/** Options of a retriever over any other source of claims. */
export interface SourceRetrieverOptions extends RetrieverTuning {
  readonly source: RetrievalSource;
}

export interface RetrieverTuning {
  /** Tuning of the lexical leg. */
  readonly lexical?: LexicalSearchOptions;
  /** Additional legs. */
  readonly legs?: readonly Leg[];
  /** Weights by leg name. The lexical leg gets the rest of 1. */
  readonly weights?: Readonly<Record<string, number>>;
  readonly diversity?: Partial<DiversityOptions>;
  /** The minimum number of candidates that each leg returns and reads; 120 by default. A lower number is faster and searches only the rarest words. */
  readonly candidates?: number;
  /** Searches by words first. If that finds enough, vectors only reorder the result and no vector file is opened. Off by default. */
  readonly wordsFirst?: boolean;
  /** How to follow links, names and edges from the claims that were found; false to follow none. */
  readonly graph?: GraphOptions | false;
  /** Also follows claims that were used together; from {@link openFeedbackStore}. Ignored if `graph` is false. */
  readonly use?: FeedbackStore;
  /** Scores the best hits again against the question and reorders them. */
  readonly reranker?: Reranker;
}

const DEFAULT_K = 10;
/** The number of hits a reranker gets: more than are returned, so that it can lift a low one. */
const RERANKED = 20;
const RERANK_TIMEOUT = 10_000;

/** Creates a retriever over a claim store or another source. Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`. */
export function createRetriever(options: RetrieverOptions | SourceRetrieverOptions): Retriever {
  const { candidates: offered = DEFAULT_OFFERED } = options;
  const source = 'source' in options ? options.source : createSqliteSource(options.store, options.lexical);
  const legs = [
    createLexicalLeg(source.lexical, {
      ...options.lexical,
      ...(options.candidates === undefined ? {} : { least: options.candidates }),
    }),
    ...('store' in options && options.vectors ? [options.vectors.createLeg(options.store)] : []),
    ...(options.legs ?? []),
  ];
  const filters = createFilterCache(source);
  const learned = options.use ? [createFeedbackSteps(source.graph, options.use)] : [];
  const expand =
    options.graph === false
      ? null
      : createGraphExpansion(source.graph, source.snippets, options.graph, learned);
  const graphWeight = (options.graph ? options.graph.weight : undefined) ?? WEIGHTS.graph;
  const find = createCandidateFinder({
    legs,
    expand,
    graphWeight,
    weights: options.weights ?? {},
    candidates: offered,
    wordsFirst: options.wordsFirst ?? false,
  });

  const findPassages = createPassageFinder({
    source,
    filters,
    database: 'store' in options ? options.store.database : undefined,
    lexical: options.lexical,
    legs: legs.slice(1),
    weights: { ...DEFAULT_WEIGHTS, ...options.weights },
    expand,
    graphWeight,
  });
  return {
    passages: findPassages,
    lookedAt: () => source.lookedAt?.() ?? null,
    claimsIn: async (passages, query = {}) => {
      source.renew?.();
      const filter = filters.filter(toFilter(query));
      const keysByPassage = await source.claimKeys(passages.map(({ key }) => key));
      const rows = await filter([...keysByPassage.values()].flat());
      const visible = new Set(Array.from(rows, ({ key }) => key));
      const claimByKey = await source.claims(visible, query);
      return new Map(
        [...keysByPassage].map(([passage, keys]) => [
          passage,
          keys.flatMap((key) => (visible.has(key) ? (claimByKey.get(key) ?? []) : [])),
        ]),
      );
    },
    async query(question, query = {}) {
      const at = source.renew?.() ?? null;
      const k = Math.max(0, Math.floor(query.k ?? DEFAULT_K));
      const filter = toFilter(query);
      const pass = filters.pass(filter, at);
      const gone = await findGone(source, filter);
      const {
        candidates: found,
        others,
        answers,
        pathByKey,
        reasons,
      } = await find(question, k, {
        pass: pass.filter,
        rowByKey: pass.rowByKey,
        gone: gone.claims,
        few: pass.few,
        bands: query.bands,
        renewed: at !== null && 'store' in options ? options.store.database : undefined,
        signal: query.signal,
      });
      const most = options.reranker ? Math.max(k, RERANKED) : k;
      const place = async (found: readonly Candidate[]) => {
        const sorted = [...found].sort(byScoreThenId);
        const likely = sorted.slice(0, 2 * most + LIKELY);
        const { passageByKey, firstByKey } = await source.places(likely.map(({ key }) => key));
        const lexical = answers.find(({ name }) => name === 'lexical')?.scores ?? new Map<number, number>();
        const ordered = orderWithinPassages(sorted, passageByKey, lexical);
        const placed = ordered.map((each) => {
          const { key, id, score, said } = each;
          const passage = passageByKey.get(key)?.key;
          // An unlikely claim has no known passage here.
          if (passage === undefined) return each;
          return { key, id, score, said, passage, text: firstByKey.get(key) };
        });
        return { placed, passageByKey };
      };
      // Words usually find enough. A claim they did not find is neither placed nor penalised.
      const byWords = others === null ? null : await place(found);
      const enough =
        byWords && others && diversifyAbove(byWords.placed, most, others.most, options.diversity);
      const all = byWords && enough ? byWords : await place(others === null ? found : others.withThem());
      const chosen = enough ?? diversify(all.placed, most, options.diversity);
      const { passageByKey } = all;
      const hits = toHits(
        chosen,
        { answers, pathByKey, rowByKey: pass.rowByKey },
        await source.claims(
          chosen.map(({ key }) => key),
          query,
        ),
        await source.snippets(chosen.map(({ key }) => key)),
        passageByKey,
      );
      const shown = await orderHits(hits, question, query, options.reranker);
      const degradedReasons = [...(await source.reasons()), ...reasons, ...shown.reasons];
      return {
        hits: shown.hits.slice(0, k),
        degraded: degradedReasons.length > 0,
        degradedReasons,
        cut: gone.cut || answers.some(({ cut }) => cut),
      } satisfies QueryResult;
    },
  };
}

/** How many extra candidates to read: several of them may share a passage. */
const LIKELY = 20;

/** Reorders fused hits by the reranker. */
async function orderHits(
  hits: readonly Hit[],
  question: string,
  { signal }: QueryOptions,
  reranker: Reranker | undefined,
): Promise<{ readonly hits: readonly Hit[]; readonly reasons: readonly string[] }> {
  const reasons: string[] = [];
  let ordered = hits;
  if (reranker) {
    try {
      ordered = await rerankHits(reranker, question, hits, { signal, timeout: RERANK_TIMEOUT });
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
      reasons.push(`rerank: ${error.code}: ${error.message}`);
    }
  }
  return { hits: ordered, reasons };
}

/** Maximum number of retired claims that are read from their rows for one question, the most recently retired first. */
const MOST_GONE = 20_000;

async function findGone(source: RetrievalSource, filter: ClaimFilter) {
  if (filter.asOf?.known === undefined) return { claims: new Map<number, Claim>(), cut: false };
  const claims = await source.gone(filter, MOST_GONE);
  return { claims, cut: claims.size === MOST_GONE };
}

interface Found {
  readonly answers: readonly LegAnswer[];
  readonly pathByKey: ReadonlyMap<number, readonly number[]>;
  readonly rowByKey: ReadonlyMap<number, CandidateRow>;
}

function toHits(
  chosen: readonly Candidate[],
  { answers, pathByKey, rowByKey }: Found,
  claimByKey: ReadonlyMap<number, Claim>,
  snippetByKey: ReadonlyMap<number, string>,
  passageByKey: ReadonlyMap<number, HitPassage>,
): Hit[] {
  return chosen.flatMap(({ key, score }) => {
    const claim = claimByKey.get(key);
    // A claim may have been retired between the search and this read.
    if (!claim) return [];
    const why = { ...toReasons(key, answers), ...pathOf(key, { answers, pathByKey, rowByKey }) };
    return [
      {
        claim,
        score,
        why,
        snippet: snippetByKey.get(key) ?? snippetOf(claim),
        ...passageOf(passageByKey.get(key)),
      },
    ];
  });
}

/** Lists the legs that found a claim, and the question words it contains. */
function toReasons(key: number, answers: readonly LegAnswer[]): Omit<Hit['why'], 'path'> {
  const legs: string[] = [];
  const ranks: Record<string, number> = {};
  const words: AskedWord[] = [];
  let [coverage, ownCoverage] = [0, 0];
  for (const answer of answers) {
    const rank = answer.ranks.get(key);
    if (rank !== undefined) {
      legs.push(answer.name);
      ranks[answer.name] = rank;
    }
    const covers = answer.coverageOf(key);
    if (covers === undefined) continue;
    coverage = Math.max(coverage, covers.coverage);
    ownCoverage = Math.max(ownCoverage, covers.ownCoverage);
    words.push(...covers.words());
  }
  return { legs, ranks, coverage, ownCoverage, words };
}

function passageOf(passage: HitPassage | undefined): { readonly passage?: HitPassage } {
  return passage === undefined ? {} : { passage };
}

function pathOf(
  key: number,
  { answers, pathByKey, rowByKey }: Found,
): { readonly path?: readonly ClaimId[] } {
  const path = pathByKey.get(key);
  const isFound = answers.some(({ name, ranks }) => name !== GRAPH && ranks.has(key));
  if (!path || isFound) return {};
  return { path: path.flatMap((each) => rowByKey.get(each)?.id ?? []) };
}
